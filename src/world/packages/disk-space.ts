import { lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { worldsAhead } from "../../trial/laboratory.ts";
import { temporaryPlace } from "../../trial/temporary-place.ts";
import type { Stock } from "./installed-upgrades.ts";
import { NotInstalled } from "./not-installed.ts";

/** Checks, before any test runs, that there is enough space for each worker's copy of the packages. */
export function checkDiskSpace({ stores, upgrades }: Stock, jobs: number): void {
  const moved = upgrades.deltas.flat().flatMap(({ path, old }) => (old && !old.link ? [join(stores.old, path)] : []));
  const each = [stores.new, ...moved].reduce((sum, folder) => sum + sizeOf(folder), 0);
  const place = temporaryPlace();
  const { bavail, bsize } = statfsSync(place);
  const needed = each * (jobs + worldsAhead);
  if (needed <= bavail * bsize) return;
  throw new NotInstalled(
    `The packages need ${megabytes(needed)} (${megabytes(each)} for each of ${jobs + worldsAhead} workers), but only ` +
      `${megabytes(bavail * bsize)} are free in ${place}.`,
    "Use fewer --jobs, or set TMPDIR to a folder with more space.",
  );
}

/** Space on disk, in bytes. */
function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.blocks * 512;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), stat.blocks * 512);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`;
}
