import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import type { Run } from "../../../run/run.ts";
import { checkWritableFolder } from "../../../world/files/writable-path.ts";
import type { HistoryRequest } from "../request.ts";

/** How a carried patch ends. */
export const signature = "-- \nculprit\n";

/** Where the carried patches go. */
export function carriedFolder(run: Run, { output }: Pick<HistoryRequest, "output">): string {
  return output === undefined ? run.record.place("carried") : carriedIn(output);
}

function carriedIn(output: string): string {
  return join(output, "carried");
}

/** Sees that we may write there, and that nothing is lost with the folder of carried patches, which is replaced. */
export function checkOutput(output: string, given: readonly string[]): void {
  checkWritableFolder(output, `--output ${output}`);
  const folder = carriedIn(output);
  const lost = filesIn(folder).find((path) => given.includes(path) || !isCarried(path));
  if (lost !== undefined)
    throw new UserError(
      `--output ${output}: ${lost} would be lost, because the carried patches go there: name another folder.`,
    );
}

function filesIn(folder: string): string[] {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (!there) return [];
  return there.isDirectory() ? readdirSync(folder).map((name) => join(folder, name)) : [folder];
}

function isCarried(path: string): boolean {
  return path.endsWith(".patch") && lstatSync(path).isFile() && readFileSync(path).includes(signature);
}
