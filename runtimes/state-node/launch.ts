import { resolve } from "node:path";
import type { Launch } from "../protocol/launch.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { type Assignment, assignmentVariable } from "./assignment.ts";
import { nodeRunEnd } from "./run-end.ts";

/** As CommonJS it loads in a third of the time. */
const preload = resolve(import.meta.dirname, "../../cjs/runtimes/state-node/preload.js");

/** Every Node process of the command loads the preload; its variables are removed again before the program begins. */
export function launchNode(planFile: string, plan: DriverPlan, environment: NodeJS.ProcessEnv = process.env): Launch {
  return {
    plan,
    argv: plan.command,
    environment: plan.place || plan.moments ? preloading(planFile, environment.NODE_OPTIONS) : {},
    end: (ended) => nodeRunEnd(planFile, plan, ended),
  };
}

function preloading(planFile: string, before: string | undefined): Record<string, string> {
  const assignment: Assignment = { planFile, ...(before === undefined ? {} : { nodeOptions: before }) };
  // Node understands quotes and backslashes here as JSON does.
  const option = `--require=${JSON.stringify(preload)}`;
  return { NODE_OPTIONS: before ? `${before} ${option}` : option, [assignmentVariable]: JSON.stringify(assignment) };
}
