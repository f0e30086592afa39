import type { DeltaSet } from "../../core/delta-set.ts";
import type { StageSummary, StepRow } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type Answer, asking, bestOf, type Search } from "../../core/search.ts";
import { testedIn } from "../../drive/replay.ts";
import type { Tested } from "../../search/assumptions.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Observation } from "../../trial/observation.ts";
import type { Run } from "../run.ts";
import { driverFor } from "./driver-for.ts";
import { costNote, trialCost } from "./expected-cost.ts";
import { logSteps, type StageLogging } from "./log-steps.ts";
import { progressOf, type Sizes, toHalve } from "./progress.ts";

/** One search of a run, and what its questions mean. */
export interface Stage<Q, R, A extends Answer = Outcome> {
  readonly search: Search<Q, R, A>;
  /** The answer that the search gets for an observation; undefined: its outcome. */
  readonly answer?: (observation: Observation, question: Q) => A;
  /** Equal for equal questions. */
  readonly key: (question: Q) => string;
  readonly world: (question: Q) => World;
  /** A question as reports show it; `stage` names the part of the search it belongs to, in the journal too. */
  readonly shown: (question: Q) => Pick<StepRow, "stage" | "set" | "size">;
  /** How many deltas there are before the first test, and what they are. */
  readonly total: number;
  readonly unit: string;
  readonly sizes: (result: R) => Sizes;
  /** How many deltas the cause is among, by a result; undefined: as many as the sizes differ by. */
  readonly left?: (result: R) => number;
  /** The sizes before the first test. */
  readonly start: Sizes;
  /** Each test halves what is left. */
  readonly halving?: boolean;
  /** Whether a result is known, and further questions only confirm it: these tests do not count as needed. */
  readonly isChecking?: (best: R) => boolean;
  /** Its names in the table of stages; undefined: the caller adds the stage to the run itself. */
  readonly summary?: Pick<StageSummary, "name" | "search">;
  readonly logging?: StageLogging<Q>;
}

/** A difference cut into deltas, and a search over their sets. */
export interface DifferenceSearch<R, A extends Answer = Outcome> {
  readonly name: string;
  /** The name of the search, for the table of stages; undefined: the caller adds the stage to the run itself. */
  readonly searchName?: string;
  readonly search: Search<DeltaSet, R, A>;
  readonly answer?: (observation: Observation) => A;
  readonly total: number;
  readonly world: (set: DeltaSet) => World;
  readonly sizes: (result: R) => Sizes;
  readonly left?: (result: R) => number;
  readonly start: Sizes;
  readonly logging?: StageLogging<DeltaSet>;
}

/** The stage of a search over the deltas of a difference. */
export function stageOf<R, A extends Answer = Outcome>(difference: DifferenceSearch<R, A>): Stage<DeltaSet, R, A> {
  const { name, searchName } = difference;
  return {
    ...difference,
    unit: name,
    key: (set) => set.key,
    shown: (set) => ({ stage: name, set: set.toString(maxRangesShown), size: set.size }),
    ...(searchName === undefined ? {} : { summary: { name, search: searchName } }),
    logging: { set: (set) => set.toString(maxRangesLogged), ...difference.logging },
  };
}

export interface StageOptions<R> {
  /** Receives each better result as soon as it is known. */
  readonly onBest?: (best: R) => void;
  /** Whether to estimate how many tests are still to come; false where more stages follow that cannot be estimated. */
  readonly estimate?: boolean;
}

export interface StageEnd<R, A extends Answer = Outcome> {
  readonly result: R | undefined;
  /** The search came to its end; otherwise it was stopped. */
  readonly complete: boolean;
  readonly needed: number;
  /** The answer to each question by its key. */
  readonly answers: ReadonlyMap<string, A>;
}

const maxRangesShown = 8;
const maxRangesLogged = 100;

/** Runs a stage to its end, or until the run is stopped. Adds its steps to the run, and itself if it has a summary. */
export async function runStage<Q, R, A extends Answer = Outcome>(
  run: Run,
  stage: Stage<Q, R, A>,
  { onBest, estimate = true }: StageOptions<R> = {},
): Promise<StageEnd<R, A>> {
  const { maxTests = Number.POSITIVE_INFINITY } = run.conditions;
  const { jobs, engine } = run.conditions;
  const milliseconds = run.ends ? trialCost(run.ends) : 0;
  const driver = driverFor({ jobs, milliseconds, isElsewhere: engine !== undefined });
  const before = run.counts.needed;
  let best: R | undefined;
  let asked = bestOf(stage.search);
  let sizes = stage.start;
  const answers = new Map<string, A>();
  const { answer = ({ outcome }: Observation) => outcome as A } = stage;
  let least = Number.POSITIVE_INFINITY;
  const showProgress = (at: Sizes & { readonly stage: string }) => {
    const progress = progressOf(run, stage, at);
    // A search that takes a step back is not shown as one that has more to do.
    least = Math.min(least, progress.left);
    run.listener.onProgress({ ...progress, left: least, ...(estimate ? {} : { estimate: undefined }) });
  };
  const log = logSteps(run.stepLog, stage);
  if (asking(stage.search)) {
    if (estimate) announceCost(run, stage);
    showProgress({ ...stage.shown(stage.search.ask), ...sizes });
  }
  const end = await driver<Q, R, Observation, A>({
    search: stage.search,
    answer,
    key: stage.key,
    trial: (question, signal) => run.runTrial(stage.shown(question).stage, stage.world(question), signal),
    onStep: ({ question, observation, best: now }) => {
      answers.set(stage.key(question), answer(observation, question));
      const isCheck = asked !== undefined && stage.isChecking?.(asked) === true;
      asked = now;
      const knownBefore = run.knewAlready(observation.content);
      const needed = !isCheck && run.counts.take(observation, { knownBefore });
      if (isCheck) run.counts.confirmBy(observation);
      const isBest = now !== undefined && now !== best;
      if (isBest) {
        sizes = stage.sizes(now);
        onBest?.(now);
      }
      best = now;
      const { outcome, milliseconds, ended } = observation;
      const row = { step: run.counts.needed, ...stage.shown(question), outcome, ...sizes, milliseconds, ended };
      if (needed) run.steps.push(row);
      log({ question, observation, sizes, isBest, as: isCheck ? "check" : needed ? undefined : "memory" });
      showProgress(row);
    },
    mayContinue: () => run.counts.explored + run.counts.needed < maxTests,
    stop: run.stopped,
    isOnRecord: (question) => run.isOnRecord(stage.world(question).content),
  });
  const [result, needed] = [bestOf(end), run.counts.needed - before];
  if (stage.summary) {
    run.stages.push({ ...stage.summary, deltas: { total: stage.total, cause: leftBy(stage, result) }, needed });
  }
  return { result, complete: !asking(end), needed, answers };
}

function leftBy<Q, R, A extends Answer>({ start, sizes, left }: Stage<Q, R, A>, result: R | undefined): number {
  if (result !== undefined && left) return left(result);
  const { failing, passing = 0 } = result === undefined ? start : sizes(result);
  return failing - passing;
}

/** Before a long search, says what it will cost, as far as that can be foreseen. */
function announceCost<Q, R, A extends Answer>(run: Run, { search, world, start, halving }: Stage<Q, R, A>): void {
  const isForeseeable = halving || start.passing !== undefined;
  const isResumed = asking(search) && run.knows(world(search.ask).content);
  if (!run.ends || !isForeseeable || isResumed) return;
  const { jobs, repeat } = { ...run.conditions, ...run.ends };
  const tests = toHalve(start.failing - (start.passing ?? 0));
  const note = costNote({ tests, atLeast: !halving, milliseconds: trialCost(run.ends) * repeat, jobs });
  if (note !== undefined) run.note(note);
}

/** Every set that a stage tested, with its outcome, in order. The search is replayed: the sets are not stored. */
export function testedSets<R, A extends Answer = Outcome>(
  search: Search<DeltaSet, R, A>,
  { answers }: StageEnd<R, A>,
): Generator<Tested> {
  return testedIn(search, answers);
}
