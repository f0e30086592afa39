import { delimiter, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What Python loads before any program when this folder is on its path. */
export const site = fileURLToPath(new URL("site", import.meta.url));

/**
 * The command line that runs a Python program by a plan. It is the program's own, with some variables more, which are
 * taken away again before the program begins: whatever finds and starts Python there, and however, does so as ever.
 */
export function pythonCommand(
  planFile: string,
  command: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): string[] {
  const { PYTHONPATH: path, PYTHONHASHSEED: seed } = environment;
  const variables = [`CULPRIT_STATE_PLAN=${resolve(planFile)}`, `PYTHONPATH=${path ? site + delimiter + path : site}`];
  // Sets of strings would have another order in every run.
  if (seed === undefined || seed === "") variables.push("PYTHONHASHSEED=0", "CULPRIT_STATE_HASHSEED=ours");
  return ["env", ...variables, ...command];
}
