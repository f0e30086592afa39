import type { Launch } from "../../../../runtimes/protocol/launch.ts";
import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";
import { launchGdb } from "../../../../runtimes/state-gdb/launch.ts";
import { launchNode } from "../../../../runtimes/state-node/launch.ts";
import { launchPython } from "../../../../runtimes/state-python/launch.ts";
import { splitEnv } from "../../../trial/command/program-file.ts";
import type { StateLanguage } from "../request.ts";

type Launcher = (planFile: string, plan: DriverPlan) => Launch;

const launchers: Record<StateLanguage, Launcher> = { node: launchNode, python: launchPython, gdb: launchGdbInEnv };

/** How to start the program of a plan. */
export function launchOf(language: StateLanguage, planFile: string, plan: DriverPlan): Launch {
  return launchers[language](planFile, plan);
}

/** gdb starts the program itself, so gdb must run in the environment that `env` would set up. */
function launchGdbInEnv(planFile: string, plan: DriverPlan): Launch {
  const { env, command } = splitEnv(plan.command);
  const launch = launchGdb(planFile, { ...plan, command });
  return { ...launch, argv: [...env, ...launch.argv] };
}
