import { lengthOf, type ScheduleLog, scheduleOf } from "../../../../runtimes/protocol/schedule-log.ts";
import type { SchedulePlan } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { LaneWait } from "../../../../runtimes/protocol/schedule-wait.ts";
import type { Outcome } from "../../../core/outcome.ts";
import { counted } from "../../../report/quantity.ts";
import { firstTimeLimit, NotReproduced } from "../../../run/ends/ends.ts";
import { progressOf } from "../../../run/stage/progress.ts";
import { howItEnded, judge, learnFailure } from "../../../trial/failure.ts";
import {
  type ControlledProgram,
  notControlled,
  planFor,
  readLog,
  type SchedulePair,
  schedulePlanWorld,
  takeLog,
} from "../control/controlled-program.ts";
import { portfolio } from "../portfolio.ts";
import { requireSameRun } from "./repeatability.ts";
import { findSharedPlaces, withSharedPlaces } from "./shared-places.ts";

/** A schedule that fails and one that passes, as exploration found them. */
export interface ExploredSchedules extends SchedulePair {
  /** The outcome of the default schedule. */
  readonly byDefault: "fails" | "passes";
  readonly uncontrolled: readonly string[];
  /** How many schedules were tried, besides the default one. */
  readonly tried: number;
}

/** Every schedule that could be judged fails. */
export interface EveryScheduleFails {
  /** How many were tried, the default one too. */
  readonly failed: number;
  /** How many others could not be judged. */
  readonly unresolved: number;
  /** How the program ended under the default schedule, for people. */
  readonly ended: string;
  /** What its lanes waited for then, if it had to be ended. */
  readonly waits: readonly LaneWait[];
}

export type Explored = ExploredSchedules | EveryScheduleFails;

export function isPair(explored: Explored): explored is ExploredSchedules {
  return "failing" in explored;
}

/** How far an exploration has come, so that a resumed run continues there. */
interface ExplorationState {
  readonly tried: number;
  /** How many of those neither passed nor failed. */
  readonly unresolved: number;
  readonly found?: Explored;
}

const stateFile = "explored.json";

/** How often the default schedule is run to see whether every run is the same. */
const defaultRuns = 3;

/** Runs the program under its default schedule, and then under different ones until the outcome differs. */
export async function exploreSchedules(program: ControlledProgram): Promise<Explored> {
  const { run } = program;
  const state = run.record.load<ExplorationState>(stateFile) ?? { tried: 0, unresolved: 0 };
  run.counts.explored = state.tried;
  if (state.found) return state.found;
  const found = await tryOtherSchedules(program, await tryDefaultSchedule(program), state);
  run.record.save(stateFile, { ...state, tried: run.counts.explored, found } satisfies ExplorationState);
  return found;
}

interface Attempt {
  readonly outcome: Outcome;
  readonly log: ScheduleLog;
  /** How the program ended, for people. */
  readonly ended: string;
}

async function tryDefaultSchedule(program: ControlledProgram): Promise<Attempt> {
  const plan = planFor(program, []);
  const first = await tryPlan(program, plan);
  for (let i = 1; i < defaultRuns; i++) await requireSameRun(program, first.log, (await tryPlan(program, plan)).log);
  const { advice } = program.runtime;
  if (advice !== "" && !first.log.isInstrumented) program.run.note(advice);
  for (const what of first.log.uncontrolled)
    program.run.note(`The program uses ${what}, which is not controlled: its effects may differ between runs.`);
  if (first.outcome === "unresolved")
    throw new NotReproduced(
      `Under its default schedule the program neither passes nor fails (${first.ended}). It has to do one or the other.`,
    );
  return first;
}

async function tryOtherSchedules(
  program: ControlledProgram,
  first: Attempt,
  before: ExplorationState,
): Promise<Explored> {
  const { request, run, runtime } = program;
  const { jobs, maxTests = Number.POSITIVE_INFINITY } = run.conditions;
  const maxSchedules = Math.min(request.explore, maxTests);
  const length = lengthOf(first.log);
  const places = await findSharedPlaces(program, first.log);
  const policies = withSharedPlaces(portfolio(request.seed, length, runtime.lanes), places, {
    steps: length.steps,
    seed: request.seed,
  });
  for (let i = 0; i < before.tried; i++) policies.next();
  let { tried, unresolved } = before;
  while (tried < maxSchedules) {
    const batch = Array.from({ length: Math.min(jobs, maxSchedules - tried) }, () => policies.next().value);
    const attempts = await Promise.all(batch.map((policy) => tryPlan(program, { ...planFor(program, []), policy })));
    const other = attempts.findIndex(({ outcome }) => outcome !== "unresolved" && outcome !== first.outcome);
    tried += other === -1 ? batch.length : other + 1;
    unresolved += attempts.filter(({ outcome }) => outcome === "unresolved").length;
    saveProgress(program, { tried, unresolved });
    if (other !== -1) return exploredPair(first, attempts[other]!, tried);
  }
  if (maxSchedules < request.explore) run.stop("exhausted");
  else if (first.outcome === "fail" && tried > unresolved) return everyFails(first, { tried, unresolved });
  const [does, missing] = first.outcome === "fail" ? ["fails", "passing"] : ["passes", "failing"];
  const advice = first.log.isInstrumented || runtime.advice === "" ? "" : `\n${runtime.advice}`;
  throw new NotReproduced(
    `The test ${does} (${first.ended}) ${underWhich({ tried, unresolved })}, so there is no ${missing} one to compare with.\n` +
      `--explore N tries more schedules, --seed N different ones.${advice}`,
  );
}

function everyFails({ ended, log }: Attempt, { tried, unresolved }: ExplorationState): EveryScheduleFails {
  return { failed: 1 + tried - unresolved, unresolved, ended, waits: log.waits };
}

function underWhich({ tried, unresolved }: ExplorationState): string {
  if (unresolved === 0) return `under ${tried === 1 ? "the one schedule tried" : `each of ${tried} schedules`}`;
  const others = tried === 1 ? "the other one could not" : `none of the ${tried} others could`;
  if (unresolved === tried) return `under the default schedule, and ${others} be judged`;
  return `under ${counted(tried - unresolved, "schedules")}, and ${unresolved} could not be judged`;
}

function saveProgress({ run, request }: ControlledProgram, state: ExplorationState): void {
  const { tried } = state;
  run.counts.explored = tried;
  run.record.save(stateFile, state);
  const left = { stage: "explore", failing: request.explore - tried };
  run.listener.onProgress(progressOf(run, { total: request.explore, unit: "schedules" }, left));
}

function exploredPair(first: Attempt, other: Attempt, tried: number): ExploredSchedules {
  const [own, found] = [scheduleOf(first.log), scheduleOf(other.log)];
  const uncontrolled = [...new Set([...first.log.uncontrolled, ...other.log.uncontrolled])];
  return first.outcome === "fail"
    ? { failing: own, passing: found, byDefault: "fails", uncontrolled, tried }
    : { failing: found, passing: own, byDefault: "passes", uncontrolled, tried };
}

async function tryPlan(program: ControlledProgram, plan: SchedulePlan): Promise<Attempt> {
  const { run } = program;
  const { execution } = await run.execute(schedulePlanWorld(program, plan), run.conditions.timeout ?? firstTimeLimit);
  // That of the default schedule is needed again.
  const isDefault = plan.policy.name === "default";
  const log = await (isDefault ? readLog : takeLog)(program, plan);
  if (!log) throw new NotReproduced(notControlled);
  if (log.runs.length === 0)
    throw new NotReproduced(
      `The program ended (${howItEnded(execution)}) before it did anything that could happen in another order, so there is only one order.`,
    );
  const { failure: mode } = run.conditions;
  // Which failure is meant is not known yet: any failure will do.
  const { outcome, ended } = judge(execution, { mode }, []);
  return { outcome: learnFailure(mode, execution, []) ? "fail" : outcome, ended, log };
}
