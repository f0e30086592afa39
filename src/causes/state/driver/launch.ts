import type { Launch } from "../../../../runtimes/protocol/launch.ts";
import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";
import { launchGdb } from "../../../../runtimes/state-gdb/launch.ts";
import { launchGo } from "../../../../runtimes/state-go/launch.ts";
import { launchJava } from "../../../../runtimes/state-java/launch.ts";
import { launchNode } from "../../../../runtimes/state-node/launch.ts";
import { launchPython } from "../../../../runtimes/state-python/launch.ts";
import { splitEnv } from "../../../trial/command/program-file.ts";
import { startsPython } from "../../../trial/command/starts-python.ts";
import type { StateLanguage } from "../request.ts";

type Launcher = (planFile: string, plan: DriverPlan) => Launch;

const launchers: Record<StateLanguage, Launcher> = {
  node: launchNode,
  python: launchPythonProgram,
  gdb: inEnv(launchGdb),
  go: inEnv(launchGo),
  java: inEnv(launchJava),
};

/** How to start the program of a plan. */
export function launchOf(language: StateLanguage, planFile: string, plan: DriverPlan): Launch {
  return launchers[language](planFile, plan);
}

/** The drivers start the program themselves, so they must run in the environment that `env` would set up. */
function inEnv(launcher: Launcher): Launcher {
  return (planFile, plan) => {
    const { env, command } = splitEnv(plan.command);
    const { template, ...launch } = launcher(planFile, { ...plan, command });
    const inEnv = <T extends Pick<Launch, "argv">>(started: T): T => ({ ...started, argv: [...env, ...started.argv] });
    return { ...inEnv(launch), ...(template ? { template: (socket) => inEnv(template(socket)) } : {}) };
  };
}

/** A script that starts Python would wait for it as a template. */
function launchPythonProgram(planFile: string, plan: DriverPlan): Launch {
  const { template, ...launch } = launchPython(planFile, plan);
  return template && startsPython(plan.command, plan.root!) ? { ...launch, template } : launch;
}
