import type { DeltaSet } from "../core/delta-set.ts";
import type { StageSummary, StepRow } from "../core/finding.ts";
import type { Outcome } from "../core/outcome.ts";
import { asking, bestOf, type DeltaSearch } from "../core/search.ts";
import type { Driver } from "../drive/course.ts";
import { lookAhead } from "../drive/look-ahead.ts";
import { testedIn } from "../drive/replay.ts";
import { sequential } from "../drive/sequential.ts";
import type { Tested } from "../search/assumptions.ts";
import { ahead, type World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import { type Progress, progressOf } from "./progress.ts";
import type { Run } from "./run.ts";

/** One difference and one search of a run. */
export interface Stage<R> {
  /** Names it in the journal and in reports. */
  readonly name: string;
  readonly search: DeltaSearch<R>;
  readonly searchName: string;
  /** How many deltas the difference has. */
  readonly total: number;
  readonly world: (set: DeltaSet) => World;
  readonly sizes: (result: R) => Sizes;
  /** The sizes before the first test. */
  readonly start: Sizes;
}

export interface Sizes {
  readonly failing: number;
  /** Where a passing set is narrowed too. */
  readonly passing?: number;
}

/** Told about each step of a stage, in the order of the search. */
export interface Watcher<R> {
  readonly onBest?: (best: R) => void;
  readonly onStep?: (row: StepRow) => void;
  readonly onProgress?: (progress: Progress) => void;
}

export interface StageEnd<R> {
  readonly result: R | undefined;
  /** The search came to its end; otherwise it was stopped. */
  readonly complete: boolean;
  readonly summary: StageSummary;
  /** Every set that was tested, with its outcome, in order: walked through again, not stored. */
  readonly tested: () => Generator<Tested>;
}

const shownRanges = 8;

/** Drives a stage to its end or until the run is stopped. */
export async function runStage<R>(run: Run, stage: Stage<R>, watcher: Watcher<R> = {}): Promise<StageEnd<R>> {
  const { jobs, maxTests = Number.POSITIVE_INFINITY } = run.conditions;
  const driver: Driver = jobs === 1 ? sequential : lookAhead(jobs + ahead);
  const before = run.counts.needed;
  watcher.onProgress?.(progressOf(run, stage, stage.start));
  let best: R | undefined;
  const outcomes = new Map<string, Outcome>();
  const end = await driver<DeltaSet, R, Observation>({
    search: stage.search,
    key: (set) => set.key,
    trial: (set, signal) => run.trial(stage.name, stage.world(set), signal),
    onStep: (step) => {
      outcomes.set(step.question.key, step.observation.outcome);
      const needed = run.counts.take(step.observation, run.knewAlready(step.observation.content));
      if (step.best !== undefined && step.best !== best) watcher.onBest?.(step.best);
      best = step.best;
      const row = stepRow(run.counts.needed, stage, step);
      if (needed) watcher.onStep?.(row);
      watcher.onProgress?.(progressOf(run, stage, row));
    },
    mayGoOn: () => run.counts.needed < maxTests,
    stop: run.stopped,
  });
  const result = bestOf(end);
  const { failing, passing } = result === undefined ? stage.start : stage.sizes(result);
  return {
    result,
    complete: !asking(end),
    summary: {
      name: stage.name,
      search: stage.searchName,
      deltas: { total: stage.total, cause: failing - (passing ?? 0) },
      needed: run.counts.needed - before,
    },
    tested: () => testedIn(stage.search, outcomes),
  };
}

interface Taken<R> {
  readonly question: DeltaSet;
  readonly observation: Observation;
  readonly best: R | undefined;
}

function stepRow<R>(step: number, stage: Stage<R>, { question, observation, best }: Taken<R>): StepRow {
  return {
    step,
    stage: stage.name,
    set: question.toString(shownRanges),
    size: question.size,
    outcome: observation.outcome,
    ...(best === undefined ? stage.start : stage.sizes(best)),
    milliseconds: observation.milliseconds,
    ended: observation.ended,
  };
}
