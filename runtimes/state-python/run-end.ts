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
  const early = "the program ended before it reached the place";
  if (plan.answer !== undefined && existsSync(plan.answer)) return { message: early };
  const isolated = "its options -I, -E and -S prevent that";
  return fail(plan, "not-loaded", `${early}, or Python did not load culprit's code (${isolated})`);
}

function fail(plan: DriverPlan, why: FailedPlan["why"], reason: string): RunEnd {
  writePlanAnswer(plan.answer, { failed: true, why, reason });
  return { message: reason };
}
