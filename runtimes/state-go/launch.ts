import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "../protocol/launch.ts";
import type { ProcessEnd, RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { findDelve } from "./delve/find-delve.ts";

const driver = join(import.meta.dirname, "driver.js");

/** A driver that runs a Go program by a plan. It leaves a file beside the plan. */
export function launchGo(planFile: string, plan: DriverPlan): Launch {
  const endingFile = `${planFile}.ending`;
  return {
    plan,
    argv: [process.execPath, driver, planFile, findDelve() ?? "", endingFile],
    environment: {},
    end: (ended) => runEndFrom(endingFile, plan, ended),
  };
}

/** Answers for a driver that was killed. */
function runEndFrom(endingFile: string, plan: DriverPlan, { exit, signal }: ProcessEnd): RunEnd {
  if (existsSync(endingFile)) return JSON.parse(readFileSync(endingFile, "utf8"));
  const reason = `the driver for Go ended with ${signal ?? exit}`;
  writePlanAnswer(plan.answer, { failed: true, why: "other", reason });
  return { message: reason };
}
