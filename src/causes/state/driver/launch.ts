import type { Launch } from "../../../../runtimes/protocol/launch.ts";
import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";
import { launchGdb } from "../../../../runtimes/state-gdb/launch.ts";
import { launchGo } from "../../../../runtimes/state-go/launch.ts";
import { launchNode } from "../../../../runtimes/state-node/launch.ts";
import { launchPython } from "../../../../runtimes/state-python/launch.ts";
import { splitEnv } from "../../../trial/command/program-file.ts";
import type { StateLanguage } from "../request.ts";

type Launcher = (planFile: string, plan: DriverPlan) => Launch;

const launchers: Record<StateLanguage, Launcher> = {
  node: launchNode,
  python: launchPython,
  gdb: inEnv(launchGdb),
  go: inEnv(launchGo),
};

/** How to start the program of a plan. */
export function launchOf(language: StateLanguage, planFile: string, plan: DriverPlan): Launch {
  return launchers[language](planFile, plan);
}

/** gdb and delve start the program themselves, so they must run in the environment that `env` would set up. */
function inEnv(launcher: Launcher): Launcher {
  return (planFile, plan) => {
    const { env, command } = splitEnv(plan.command);
    const launch = launcher(planFile, { ...plan, command });
    return { ...launch, argv: [...env, ...launch.argv] };
  };
}
