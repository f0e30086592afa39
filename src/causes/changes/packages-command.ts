import { commandLine } from "../../core/command-line.ts";
import type { ChangesRequest } from "./request.ts";

/** The command that searches the packages of the same two versions. It cannot take a patch, but a lockfile from before it. */
export function packagesCommand(
  { old, new: now, patch, test }: Pick<ChangesRequest, "old" | "new" | "patch" | "test">,
  ...options: readonly string[]
): string {
  const versions = patch === undefined ? [old, ...(now === undefined ? [] : [now])] : ["LOCKFILE"];
  return commandLine(["culprit", "packages", ...versions, ...options, "--", ...test]);
}
