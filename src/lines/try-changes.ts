import type { SiteChange } from "../../runtimes/protocol/lines.ts";
import { type BatchLimits, type LineExperiment, runBatch } from "./batch.ts";
import type { CandidateChange } from "./candidate-changes.ts";
import type { LineRun } from "./line-run.ts";
import { endsAlike, type LineSearch, mayChangeMore } from "./line-search.ts";
import type { ProgramRun } from "./program-run.ts";
import type { LineEnding, Verdicts } from "./verdicts.ts";

/** A program run, and how it ends without any change. */
export interface KnownRun {
  readonly program: ProgramRun;
  readonly ending: LineEnding;
  /** Modules of its language that it loads. */
  readonly modules?: readonly string[];
}

/** A change with which the failing run passes. */
export interface Rescue extends CandidateChange {
  /** Only this execution of the site is changed, counted from 1. */
  readonly instance?: number;
  /** Of how many failing runs, how many pass with it. */
  readonly rescued: number;
  readonly failing: number;
  /** Of how many passing runs, how many still print the same. */
  readonly kept: number;
  readonly passing: number;
}

export interface TriedChanges {
  readonly rescues: readonly Rescue[];
  /** How many changes were tried in the failing run: fewer if the search was stopped. */
  readonly tried: number;
}

export interface ChangeTrials {
  readonly verdicts: Verdicts;
  readonly limits: BatchLimits;
  readonly maxHits?: number;
  /** The failing run first. */
  readonly runs: readonly KnownRun[];
  /** Called with the number of runs that were made. */
  readonly onRuns: (count: number) => void;
}

/** Number of runs in a batch: between two of them the search notices that it was stopped, and can show how far it is. */
const batchSize = 50;

/** Tries each change in all instances of its site, in the failing run first; what makes it pass is tried in the other runs too. */
export async function findRescues(
  search: LineSearch,
  candidates: readonly CandidateChange[],
  trials: ChangeTrials,
): Promise<TriedChanges> {
  const [failing, ...others] = trials.runs;
  const passes = await tryInRun(search, candidates.map(wholeChange), failing!, trials);
  const rescuing = candidates.filter((_, i) => passes[i]);
  const columns = await Promise.all(others.map((each) => tryInRun(search, rescuing.map(wholeChange), each, trials)));
  const count = (fails: boolean, i: number) =>
    others.filter(({ program }, run) => program.fails === fails && columns[run]![i] === true).length;
  // Where the search was stopped, some runs were not tried.
  const total = (fails: boolean, i: number) =>
    others.filter(({ program }, run) => program.fails === fails && columns[run]![i] !== undefined).length;
  const rescues = rescuing.map((candidate, i) => ({
    ...candidate,
    rescued: 1 + count(true, i),
    failing: 1 + total(true, i),
    kept: count(false, i),
    passing: total(false, i),
  }));
  return { rescues, tried: passes.filter((each) => each !== undefined).length };
}

/** Maximum number of executions of one site to change one at a time: the first ones and the last ones. */
const maxInstances = 10;

/**
 * For code that is right except sometimes: one execution of a site is changed. A condition goes the other way (predicate switching,
 * Zhang, Gupta and Gupta 2006), a statement is left out, or a value becomes another one that was seen there (value replacement,
 * Jeffrey, Gupta and Gupta 2008).
 */
export async function findSingleRescues(
  search: LineSearch,
  candidates: readonly CandidateChange[],
  trials: ChangeTrials & { readonly most: number },
): Promise<Rescue[]> {
  const [failing] = trials.runs;
  const bySite = [...new Map(candidates.map((each) => [each.site.id, each])).values()];
  const counted = await countHits(search, bySite, failing!, trials);
  const hits = new Map(bySite.map(({ site }, i) => [site.id, counted[i] ?? 0]));
  const single = candidates
    .flatMap((candidate) => instancesOf(hits.get(candidate.site.id)!).map((instance) => ({ ...candidate, instance })))
    .slice(0, trials.most);
  const passes = await tryInRun(search, single.map(wholeChange), failing!, trials);
  return single.filter((_, i) => passes[i]).map((each) => ({ ...each, rescued: 1, failing: 1, kept: 0, passing: 0 }));
}

/** A site that is executed once has been changed already. */
function instancesOf(hits: number): number[] {
  if (hits < 2) return [];
  const half = maxInstances / 2;
  const all = Array.from({ length: hits <= maxInstances ? hits : half }, (_, i) => i + 1);
  return hits <= maxInstances ? all : [...all, ...all.map((i) => hits - half + i)];
}

function wholeChange({ site, change, instance }: CandidateChange & { readonly instance?: number }): SiteChange {
  const only = instance === undefined ? {} : { first: instance, last: instance };
  return { site: site.id, change: change.id, ...only };
}

/** For each change, whether the run is right with it: a failing run passes, a passing one is as before. Undefined: not tried. */
async function tryInRun(
  search: LineSearch,
  changes: readonly SiteChange[],
  { program, ending, modules = [] }: KnownRun,
  trials: ChangeTrials,
): Promise<(boolean | undefined)[]> {
  const { verdicts, maxHits } = trials;
  const limit = maxHits === undefined ? {} : { maxHits };
  const experiments = changes.map((change): LineExperiment => ({ change, ...limit }));
  const judge = (some: readonly LineExperiment[], isRight: (run: LineRun, i: number) => Promise<boolean> | boolean) =>
    runBatch(search, { limits: trials.limits, program, experiments: some, preload: modules }, isRight);
  const isAsBefore = (run: LineRun) => endsAlike(search, run, ending);
  const isRight = (run: LineRun) => (program.fails ? verdicts(program, run) : isAsBefore(run));
  // The runs of a batch see each other's files. Alone, and behind a run without a change, a change is judged by itself.
  const tryAlone = async (experiment: LineExperiment) => {
    const [control, found] = await judge([{}, experiment], (run, i) => (i === 0 ? isAsBefore(run) : isRight(run)));
    return control ? found : undefined;
  };
  // What a run prints that never ends is never the same.
  const lasts: LineExperiment[] = ending.status === "time limit" ? [] : [{}];
  return inBatches(search, experiments, trials, async (batch) => {
    const found = await judge([...batch, ...lasts], (run, i) => (i === batch.length ? isAsBefore(run) : isRight(run)));
    const [control] = found.splice(batch.length);
    if (control !== false) return found;
    const again: typeof found = [];
    for (const [i, right] of found.entries()) again.push(right ? await tryAlone(batch[i]!) : right);
    return again;
  });
}

async function countHits(
  search: LineSearch,
  conditions: readonly CandidateChange[],
  { program, modules = [] }: KnownRun,
  trials: ChangeTrials,
): Promise<(number | undefined)[]> {
  const experiments = conditions.map(
    ({ site, change }): LineExperiment => ({
      change: { site: site.id, change: change.id, first: Number.MAX_SAFE_INTEGER },
    }),
  );
  return inBatches(search, experiments, trials, (batch) =>
    runBatch(
      search,
      { limits: trials.limits, program, experiments: batch, preload: modules },
      ({ report }) => report.hits,
    ),
  );
}

async function inBatches<T>(
  search: LineSearch,
  experiments: readonly LineExperiment[],
  { onRuns }: ChangeTrials,
  runOne: (batch: readonly LineExperiment[]) => Promise<(T | undefined)[]>,
): Promise<(T | undefined)[]> {
  const starts = Array.from({ length: Math.ceil(experiments.length / batchSize) }, (_, i) => i * batchSize);
  const parts = await Promise.all(
    starts.map(async (start) => {
      const batch = experiments.slice(start, start + batchSize);
      if (!mayChangeMore(search)) return batch.map(() => undefined);
      const found = await runOne(batch);
      onRuns(batch.length);
      return found;
    }),
  );
  return parts.flat();
}
