import { lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { worldsAhead } from "../../trial/laboratory.ts";
import { temporaryPlace } from "../../trial/temporary-place.ts";
import { NotInstalled } from "./install.ts";
import type { Stock } from "./installed-upgrades.ts";

/** Sees, before any test runs, that each worker can have its copies of the packages. */
export function checkDiskSpace({ stores, upgrades }: Stock, jobs: number): void {
  const moved = upgrades.deltas.flat().flatMap(({ path, old }) => (old && !old.link ? [join(stores.old, path)] : []));
  const each = [stores.new, ...moved].reduce((sum, folder) => sum + sizeOf(folder), 0);
  const place = temporaryPlace();
  const { bavail, bsize } = statfsSync(place);
  const needed = each * (jobs + worldsAhead);
  if (needed <= bavail * bsize) return;
  throw new NotInstalled(
    `The packages take ${megabytes(needed)}, ${megabytes(each)} for each of ${jobs + worldsAhead} workers, but in ${place} only ` +
      `${megabytes(bavail * bsize)} are free.`,
    "Give fewer --jobs, or set TMPDIR to a folder where there is more room.",
  );
}

/** In bytes, as the disk has it. */
function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.blocks * 512;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), stat.blocks * 512);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`;
}
