import { delimiter, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** With this folder on its path, Python loads `sitecustomize.py` before any program. */
const site = fileURLToPath(new URL("site", import.meta.url));

/**
 * The command line that runs a Python program by a plan. It is the program's own with a few environment variables, which are
 * removed again before the program begins: whatever finds and starts Python in it works as always. The program ends when the
 * process that starts it does.
 */
export function pythonCommand(
  planFile: string,
  command: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): string[] {
  const { PYTHONPATH: path, PYTHONHASHSEED: seed } = environment;
  const variables = [`CULPRIT_STATE_PLAN=${resolve(planFile)}`, `PYTHONPATH=${path ? site + delimiter + path : site}`];
  // Without a seed, sets of strings have another order in every run.
  if (seed === undefined || seed === "") variables.push("PYTHONHASHSEED=0", "CULPRIT_STATE_HASHSEED=ours");
  return ["env", ...variables, ...command];
}
