import { countSteps, type ScheduleLog, scheduleOf } from "../../../runtimes/protocol/schedule-log.ts";
import type { Schedule, SchedulePlan } from "../../../runtimes/protocol/schedule-plan.ts";
import type { Outcome } from "../../core/outcome.ts";
import { NotReproduced } from "../../run/ends.ts";
import { progressOf } from "../../run/progress.ts";
import { howItEnded, judge, learnFailure } from "../../trial/failure.ts";
import { portfolio } from "./portfolio.ts";
import { requireSame } from "./same-again.ts";
import { firstTimeLimit, notControlled, planOf, realisedUnder, type ScheduleTask, worldOf } from "./task.ts";

/** A schedule that fails and one that passes. */
export interface Explored {
  readonly failing: Schedule;
  readonly passing: Schedule;
  /** Which of them nobody has to do anything for. */
  readonly byDefault: "fails" | "passes";
  readonly uncontrolled: readonly string[];
  /** How many schedules were tried. */
  readonly tried: number;
}

/** What is kept of an exploration, so that a run that is resumed goes on from there. */
interface Noted {
  readonly tried: number;
  readonly found?: Explored;
}

const notes = "explored.json";

/** So often the default schedule is run to see that it is always the same. */
const sameRuns = 3;

/** Runs the program as it comes, and then by ever other schedules until one comes out otherwise. */
export async function explore(task: ScheduleTask): Promise<Explored> {
  const { run } = task;
  const noted = run.record.load<Noted>(notes) ?? { tried: 0 };
  run.counts.explored = noted.tried;
  if (noted.found) return noted.found;
  const found = await tryOthers(task, await asItComes(task), noted.tried);
  run.record.save(notes, { tried: found.tried, found } satisfies Noted);
  return found;
}

interface Tried {
  readonly outcome: Outcome;
  readonly realised: ScheduleLog;
  readonly ended: string;
}

async function asItComes(task: ScheduleTask): Promise<Tried> {
  const plan = planOf(task, []);
  const first = await tryPlan(task, plan);
  for (let i = 1; i < sameRuns; i++) await requireSame(task, first.realised, (await tryPlan(task, plan)).realised);
  for (const what of first.realised.uncontrolled)
    task.run.note(`The program uses ${what}, which is not controlled: what comes of it may differ between runs.`);
  if (first.outcome === "unresolved")
    throw new NotReproduced(
      `The test cannot judge the program as it comes (${first.ended}): as it comes, it has to pass or to fail.`,
    );
  return first;
}

async function tryOthers(task: ScheduleTask, first: Tried, before: number): Promise<Explored> {
  const { request, run } = task;
  const { jobs, maxTests = Number.POSITIVE_INFINITY } = run.conditions;
  const most = Math.min(request.explore, maxTests);
  const policies = portfolio(request.seed, countSteps(first.realised), task.kind.threads);
  for (let i = 0; i < before; i++) policies.next();
  for (let tried = before; tried < most; ) {
    const batch = Array.from({ length: Math.min(jobs, most - tried) }, () => policies.next().value);
    const ends = await Promise.all(batch.map((policy) => tryPlan(task, { ...planOf(task, []), policy })));
    const other = ends.findIndex(({ outcome }) => outcome !== "unresolved" && outcome !== first.outcome);
    tried += other === -1 ? batch.length : other + 1;
    note(task, tried);
    if (other !== -1) return exploredOf(first, ends[other]!, tried);
  }
  if (most < request.explore) run.stop("exhausted");
  throw new NotReproduced(
    `The test ${first.outcome === "fail" ? "fails" : "passes"} (${first.ended}) under each of ${most} schedules: there is no other one to compare with.\n` +
      `--explore N tries more, --seed N others.${task.kind.advice}`,
  );
}

function note({ run, request }: ScheduleTask, tried: number): void {
  run.counts.explored = tried;
  run.record.save(notes, { tried } satisfies Noted);
  const left = { stage: "explore", failing: request.explore - tried };
  run.listener.onProgress(progressOf(run, { total: request.explore, unit: "schedules" }, left));
}

function exploredOf(first: Tried, other: Tried, tried: number): Explored {
  const [own, found] = [scheduleOf(first.realised), scheduleOf(other.realised)];
  const uncontrolled = [...new Set([...first.realised.uncontrolled, ...other.realised.uncontrolled])];
  return first.outcome === "fail"
    ? { failing: own, passing: found, byDefault: "fails", uncontrolled, tried }
    : { failing: found, passing: own, byDefault: "passes", uncontrolled, tried };
}

async function tryPlan(task: ScheduleTask, plan: SchedulePlan): Promise<Tried> {
  const { run } = task;
  const { execution } = await run.execute(worldOf(task, plan), run.conditions.timeout ?? firstTimeLimit);
  const realised = realisedUnder(task, plan);
  if (!realised) throw new NotReproduced(notControlled);
  if (realised.runs.length === 0)
    throw new NotReproduced(
      `The program ended (${howItEnded(execution)}) before anything happened that could come in another order: there is only one order.`,
    );
  const { failure: mode } = run.conditions;
  // Which failure it is that is sought is not known yet: any is one.
  const { outcome, ended } = judge(execution, { mode }, []);
  return { outcome: learnFailure(mode, execution, []) ? "fail" : outcome, ended, realised };
}
