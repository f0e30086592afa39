import { commandLine } from "../../core/command-line.ts";
import type { ChangesRequest } from "./request.ts";

/** The command that looks at the packages of the same two versions; a patch is no version that it takes. */
export function packagesCommand({ old, new: now, patch }: ChangesRequest, ...more: readonly string[]): string {
  const versions = patch === undefined ? [old, ...(now === undefined ? [] : [now])] : [];
  return commandLine(["culprit", "packages", ...versions, ...more]);
}
