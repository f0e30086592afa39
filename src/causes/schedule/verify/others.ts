import { lengthOf, type ScheduleLog, scheduleOf } from "../../../../runtimes/protocol/schedule-log.ts";
import { type SchedulePlan, scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { SchedulePolicy } from "../../../../runtimes/protocol/schedule-policy.ts";
import { mayTest } from "../../../run/may-test.ts";
import { progressOf } from "../../../run/stage/progress.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { type ControlledProgram, planFor, removeLog } from "../control/controlled-program.ts";
import { portfolio } from "../portfolio.ts";
import { tryPlan, type VerifyingTrial } from "./trial.ts";

/** A sample of schedules besides the replayed one, so far. Plain data, so that a resumed run continues there. */
export interface Sample {
  readonly tried: number;
  readonly unresolved: number;
  /** The schedules seen, shortened to hashes; the first is the replayed one. */
  readonly seen: readonly string[];
}

/** The run that failed, if one did, with the sample up to it. */
export interface SampleEnd {
  readonly sample: Sample;
  readonly failed?: VerifyingTrial;
}

/** Runs the program under other schedules until one fails or as many were tried as are asked for. */
export async function tryOtherSchedules(
  program: ControlledProgram,
  replayed: ScheduleLog,
  before: Sample | undefined,
  save: (sample: Sample) => void,
): Promise<SampleEnd> {
  const { request, run } = program;
  const plans = otherPlans(program, replayed);
  let sample = before ?? { tried: 0, unresolved: 0, seen: [hashOf(replayed)] };
  for (let i = 0; i < sample.tried; i++) plans.next();
  while (sample.tried < request.explore && mayTest(run)) {
    const batch = Math.min(run.conditions.jobs, request.explore - sample.tried);
    const trials = await Promise.all(Array.from({ length: batch }, () => tryAndForget(program, plans.next().value)));
    const failed = trials.findIndex(({ outcome }) => outcome === "fails");
    sample = withTrials(sample, failed === -1 ? trials : trials.slice(0, failed + 1));
    showProgress(program, sample.tried);
    save(sample);
    if (failed !== -1) return { sample, failed: trials[failed]! };
  }
  if (sample.tried < request.explore) run.stop("exhausted");
  return { sample };
}

/** The default schedule, unless that is the replayed one, and then those of the policies that exploration uses. */
function* otherPlans(program: ControlledProgram, replayed: ScheduleLog): Generator<SchedulePlan, never> {
  const { request, runtime } = program;
  const withPolicy = (policy: SchedulePolicy) => ({ ...planFor(program, []), policy });
  if (request.verify!.schedule.length > 0) yield withPolicy({ name: "default" });
  for (const policy of portfolio(request.seed, lengthOf(replayed), runtime.lanes)) yield withPolicy(policy);
  throw new Error("There is always another policy.");
}

async function tryAndForget(program: ControlledProgram, plan: SchedulePlan): Promise<VerifyingTrial> {
  const trial = await tryPlan(program, plan);
  removeLog(program, plan);
  return trial;
}

function withTrials({ tried, unresolved, seen }: Sample, trials: readonly VerifyingTrial[]): Sample {
  return {
    tried: tried + trials.length,
    unresolved: unresolved + trials.filter(({ outcome }) => outcome === "unknown").length,
    seen: [...new Set([...seen, ...trials.map(({ log }) => hashOf(log))])],
  };
}

function hashOf(log: ScheduleLog): string {
  return contentHash(scheduleText(scheduleOf(log))).slice(0, 16);
}

function showProgress({ run, request }: ControlledProgram, tried: number): void {
  const left = { stage: "verify", failing: request.explore - tried };
  run.listener.onProgress(progressOf(run, { total: request.explore, unit: "schedules" }, left));
}
