import { delimiter, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Launch } from "../protocol/launch.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { bytecodeFolder } from "../shared/bytecode-folder.ts";
import { pythonRunEnd } from "./run-end.ts";

/** With this folder on its path, Python loads `sitecustomize.py` before any program. */
const site = fileURLToPath(new URL("site", import.meta.url));

/**
 * Runs a Python program by a plan. The command is the program's own with a few environment variables, which are
 * removed again before the program begins: whatever finds and starts Python in it works as always. The program ends when the
 * process that starts it does.
 */
export function launchPython(planFile: string, plan: DriverPlan, inherited: NodeJS.ProcessEnv = process.env): Launch {
  const environment = { CULPRIT_STATE_PARENT: "whoever", CULPRIT_STATE_BYTECODE: bytecodeFolder(inherited) };
  const commandWith = (setting: string) => ["env", setting, ...variables(inherited), ...plan.command];
  return {
    plan,
    argv: commandWith(`CULPRIT_STATE_PLAN=${resolve(planFile)}`),
    environment,
    end: (ended) => pythonRunEnd(plan, ended),
    template: (socket) => ({ argv: commandWith(`CULPRIT_STATE_TEMPLATE=${socket}`), environment }),
  };
}

function variables({ PYTHONPATH: path, PYTHONHASHSEED: seed }: NodeJS.ProcessEnv): string[] {
  const ours = [`PYTHONPATH=${path ? site + delimiter + path : site}`];
  // Without a seed, sets of strings have another order in every run.
  if (seed === undefined || seed === "") ours.push("PYTHONHASHSEED=0", "CULPRIT_STATE_HASHSEED=ours");
  return ours;
}
