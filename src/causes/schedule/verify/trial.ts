import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { SchedulePlan } from "../../../../runtimes/protocol/schedule-plan.ts";
import { firstTimeLimit, NotReproduced } from "../../../run/ends/ends.ts";
import { describeFailure, howItEnded, judge, learnFailure, printedMessage } from "../../../trial/failure.ts";
import type { Execution } from "../../../trial/process/execution.ts";
import { type ControlledProgram, notControlled, readLog, schedulePlanWorld } from "../control/controlled-program.ts";
import type { FailingSchedule, VerifiedOutcome } from "./verification.ts";

/** A run of the changed program under a plan. */
export interface VerifyingTrial {
  readonly outcome: VerifiedOutcome;
  readonly ended: string;
  readonly log: ScheduleLog;
  /** How it failed, if it did. */
  readonly failed?: Pick<FailingSchedule, "failure" | "same">;
}

/** Runs the program under a plan. Any failure counts, not only that of the earlier run. */
export async function tryPlan(program: ControlledProgram, plan: SchedulePlan): Promise<VerifyingTrial> {
  const { run } = program;
  const world = schedulePlanWorld(program, plan);
  const { execution } = await run.execute(world, run.conditions.timeout ?? firstTimeLimit);
  const log = await readLog(program, plan);
  if (!log) throw new NotReproduced(notControlled);
  const failed = failureOf(program, execution);
  const { outcome, ended } = judge(execution, { mode: run.conditions.failure }, []);
  const observation = { outcome: failed ? ("fail" as const) : outcome, content: world.content, ended, runs: 1 };
  run.counts.take({ ...observation, milliseconds: execution.milliseconds }, { knownBefore: false });
  if (failed) return { outcome: "fails", ended, log, failed };
  return { outcome: outcome === "pass" ? "passes" : "unknown", ended: howItEnded(execution), log };
}

function failureOf({ run, request }: ControlledProgram, execution: Execution): VerifyingTrial["failed"] {
  const found = learnFailure(run.conditions.failure, execution, []);
  if (!found) return undefined;
  const earlier = request.verify?.failure;
  const same = earlier && judge(execution, earlier, []).outcome === "fail";
  const failure = describeFailure(found, printedMessage(execution, found, []));
  return { failure, ...(same === undefined ? {} : { same }) };
}
