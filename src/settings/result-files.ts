import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../core/user-error.ts";
import type { FoundSets } from "../search/assumptions.ts";
import { checkWritableFile, checkWritableFolder, type NeededFiles, statOf } from "../world/files/writable-path.ts";
import { writeFileAtomically } from "../world/files/write-atomically.ts";
import type { ListSearch } from "./list.ts";
import type { ListRequest, ResultFiles } from "./request.ts";

/** Where the user wants the results, and what must not be overwritten. */
export interface WantedFiles {
  /** Absolute. */
  readonly output: string;
  readonly goal: ListRequest["goal"];
  readonly extension: string;
  readonly needed: NeededFiles;
}

/** Chooses the files for the results, the one named or two free names in a folder, and checks that they can be written. */
export function chooseResultFiles({ output, goal, extension, needed }: WantedFiles): ResultFiles {
  if (goal === "simplify") {
    checkWritableFile(output, "--output", needed);
    return { failing: output };
  }
  if (statOf(output)?.isDirectory() === false)
    throw new UserError(`--output ${output} is a file, but a pair of results needs a folder: name another one.`);
  checkWritableFolder(output, `--output ${output}`);
  for (let number = 1; ; number++) {
    const name = (which: string) => join(output, `${which}${number === 1 ? "" : `-${number}`}.${extension}`);
    const files = { failing: name("failing"), passing: name("passing") };
    if (!existsSync(files.failing) && !existsSync(files.passing)) return files;
  }
}

/** Writes a result to the files that the user named, if any. */
export function writeResults(
  { request, list }: Pick<ListSearch, "request" | "list">,
  { failing, passing }: FoundSets,
): void {
  const { output } = request;
  if (output === undefined) return;
  mkdirSync(dirname(output.failing), { recursive: true });
  writeFileAtomically(output.failing, list.text(failing));
  if (output.passing !== undefined && passing) writeFileAtomically(output.passing, list.text(passing));
}
