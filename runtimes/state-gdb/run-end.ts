import { constants } from "node:os";
import type { ProcessEnd, RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan, PlanAnswer } from "../protocol/state.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";

type FailedPlan = Extract<PlanAnswer, { readonly failed: true }>;

/** What gdb writes on its way out: how the program ended; or why the plan could not be carried out, which it has answered already. */
type WrittenEnd = { readonly exit: number } | { readonly signal: number } | { readonly message: string };

export interface EndedGdb extends ProcessEnd {
  /** What it wrote about the end of the program. */
  readonly written: string;
  readonly stderr: string;
}

const notFound = 127;

/** How a program ended that gdb ran by a plan. Answers for gdb where it could not. */
export function gdbRunEnd(plan: DriverPlan, { written, stderr, exit, signal }: EndedGdb): RunEnd {
  if (written !== "") return endFrom(JSON.parse(written));
  if (exit === notFound)
    return failedRun(plan, "no-debugger", "C and C++ programs need gdb, which is not installed: apt-get install gdb");
  if (signal !== undefined) return failedRun(plan, "other", `gdb was killed (${signal})`);
  return failedRun(plan, "other", `gdb failed: ${stderr.trim().replaceAll(/\s+/g, " ")}`);
}

export function failedRun(plan: DriverPlan, why: FailedPlan["why"], reason: string): RunEnd {
  writePlanAnswer(plan.answer, { failed: true, why, reason });
  return { message: reason };
}

function endFrom(written: WrittenEnd): RunEnd {
  if (!("signal" in written)) return written;
  const names = Object.entries(constants.signals).find(([, number]) => number === written.signal);
  return { signal: names?.[0] ?? "SIGKILL" };
}
