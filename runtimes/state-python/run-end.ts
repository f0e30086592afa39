import { existsSync } from "node:fs";
import { endOfProcess, notCarriedOut, type ProcessEnd, type RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan, PlanAnswer } from "../protocol/state.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";

type FailedPlan = Extract<PlanAnswer, { readonly failed: true }>;

const notFound = 127;

/** Answers for a program that has ended, where Python wrote no result and did not say why. */
export function pythonRunEnd(plan: DriverPlan, ended: ProcessEnd): RunEnd {
  const isResultMissing = [plan.capture, plan.moments?.capture].some((path) => path !== undefined && !existsSync(path));
  if (!isResultMissing || ended.exit === notCarriedOut) return endOfProcess(ended);
  if (ended.exit === notFound) {
    const advice = "install Python 3.8 or later (apt-get install python3)";
    return fail(plan, "cannot-start", `${plan.command[0]} was not found: ${advice}`);
  }
  // Our code answers as soon as it is loaded.
  if (plan.answer !== undefined && existsSync(plan.answer))
    return { message: "the program ended before it reached the place" };
  const why = "the command starts no Python, or starts it with -I, -E or -S";
  return fail(plan, "not-loaded", `culprit's code was not loaded: ${why}`);
}

function fail(plan: DriverPlan, why: FailedPlan["why"], reason: string): RunEnd {
  writePlanAnswer(plan.answer, { failed: true, why, reason });
  return { message: reason };
}
