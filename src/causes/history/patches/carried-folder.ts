import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import type { Run } from "../../../run/run.ts";
import type { WrittenFiles } from "../../../versions/working-tree/written-paths.ts";
import { lstatIfThere } from "../../../world/files/stat-if-there.ts";
import { checkWritableFolder } from "../../../world/files/writable-path.ts";
import type { HistoryRequest } from "../request.ts";

/** The last lines of a carried patch: only files with them may be replaced. */
export const patchSignature = "-- \nculprit\n";

/** The folder for the carried patches. */
export function carriedFolder(run: Run, { output }: Pick<HistoryRequest, "output">): string {
  return output === undefined ? run.record.prepareOutputPath("carried") : carriedIn(output);
}

function carriedIn(output: string): string {
  return join(output, "carried");
}

/** What the run writes if the user named a folder for it. */
export function writtenFiles({ output }: Pick<HistoryRequest, "output">): WrittenFiles {
  return output === undefined ? {} : { output: join(output, "cause.patch"), folder: carriedIn(output) };
}

/** Checks that the folder can be written, and that replacing the carried patches in it loses no other file. */
export function checkCarriedFolder(output: string, givenPatches: readonly string[]): void {
  checkWritableFolder(output, `--output ${output}`);
  const folder = carriedIn(output);
  const lost = filesIn(folder).find((path) => givenPatches.includes(path) || !isCarried(path));
  if (lost !== undefined)
    throw new UserError(
      `--output ${output}: ${lost} would be lost, because the carried patches go there: name another folder.`,
    );
}

function filesIn(folder: string): string[] {
  const stats = lstatIfThere(folder);
  if (!stats) return [];
  return stats.isDirectory() ? readdirSync(folder).map((name) => join(folder, name)) : [folder];
}

function isCarried(path: string): boolean {
  return path.endsWith(".patch") && lstatSync(path).isFile() && readFileSync(path).includes(patchSignature);
}
