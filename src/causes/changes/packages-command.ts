import { commandLine } from "../../core/command-line.ts";
import type { ChangesRequest } from "./request.ts";

/** The command that searches the packages of the same two versions; it cannot take a patch. */
export function packagesCommand(
  { old, new: now, patch }: Pick<ChangesRequest, "old" | "new" | "patch">,
  ...more: readonly string[]
): string {
  const versions = patch === undefined ? [old, ...(now === undefined ? [] : [now])] : [];
  return commandLine(["culprit", "packages", ...versions, ...more]);
}
