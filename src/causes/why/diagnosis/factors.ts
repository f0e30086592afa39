import { ask, done, type Search } from "../../../core/search.ts";
import type { Question } from "./diagnose.ts";

/** Something that can be held still, in several ways: an order of tests, a seed, a number of processors. */
export interface Factor {
  readonly id: string;
  /** The experiments that hold it still, each in its own way. */
  readonly ways: readonly string[];
  /** It decides only if the test always fails with one way and always passes with another. */
  readonly needsBoth: boolean;
}

/** With a factor held still, a test that comes and goes always ends in the same way. */
export interface Control {
  readonly factor: string;
  /** The ways in which it always fails, and always passes; at least one of them is there. */
  readonly fails?: string;
  readonly passes?: string;
  /** How often each was run. */
  readonly runs: EnoughRuns;
}

export type ControlSearch = Search<Question, Control | undefined>;

/** How often each way is tried before one is tried often. */
const quickRuns = 2;

/**
 * Looks for a factor that decides about a test that comes and goes. Each way of holding it still is tried a few times; of those that
 * always came out the same, one that fails and one that passes are tried so often that it is hardly by chance.
 */
export function findControl([factor, ...others]: readonly Factor[], runs: EnoughRuns): ControlSearch {
  if (!factor) return done(undefined);
  return tryWays(factor.ways, { fails: [], passes: [] }, (seen) =>
    confirmWay(seen.fails, runs.fails, (fails) =>
      confirmWay(seen.passes, runs.passes, (passes) => {
        const [one, other] = [fails !== undefined, passes !== undefined];
        if (factor.needsBoth ? !(one && other) : !(one || other)) return findControl(others, runs);
        const sides = { ...(fails === undefined ? {} : { fails }), ...(passes === undefined ? {} : { passes }) };
        return done({ factor: factor.id, ...sides, runs });
      }),
    ),
  );
}

interface SeenWays {
  readonly fails: readonly string[];
  readonly passes: readonly string[];
}

/** Stops as soon as there is one way of each kind. */
function tryWays(
  [way, ...others]: readonly string[],
  seen: SeenWays,
  after: (seen: SeenWays) => ControlSearch,
): ControlSearch {
  const isEnough = seen.fails.length > 0 && seen.passes.length > 0;
  if (way === undefined || isEnough) return after(seen);
  return askOften(way, { from: 1, to: quickRuns }, (outcome) => {
    if (outcome === "mixed") return tryWays(others, seen, after);
    return tryWays(others, { ...seen, [outcome]: [...seen[outcome], way] }, after);
  });
}

/** The first of the ways that always comes out the same. */
function confirmWay(
  [way, ...others]: readonly string[],
  runs: number | undefined,
  after: (way: string | undefined) => ControlSearch,
): ControlSearch {
  if (way === undefined || runs === undefined) return after(undefined);
  return askOften(way, { from: 1, to: runs }, (outcome) =>
    outcome === "mixed" ? confirmWay(others, runs, after) : after(way),
  );
}

type Constant = "fails" | "passes" | "mixed";

/** Runs an experiment until its outcomes differ, or were the same often enough. */
function askOften(
  experiment: string,
  { from: nth, to }: { readonly from: number; readonly to: number },
  after: (outcome: Constant) => ControlSearch,
  first?: string,
): ControlSearch {
  return ask({ experiment, nth }, undefined, (outcome) => {
    if (outcome === "unresolved" || (first !== undefined && outcome !== first)) return after("mixed");
    if (nth === to) return after(outcome === "fail" ? "fails" : "passes");
    return askOften(experiment, { from: nth + 1, to }, after, outcome);
  });
}

/** With this probability, runs of a test that comes and goes all come out the same by chance. */
const chance = 0.01;
/** More runs than this are too many; then nothing is said of a side. */
const maxRuns = 60;
/** Fewer are too few, whatever the rate seems to be. */
const minRuns = 5;

/** How often something must fail, and how often it must pass, so that this is hardly by chance. Undefined: too often. */
export interface EnoughRuns {
  readonly fails: number | undefined;
  readonly passes: number | undefined;
}

/** For a test that fails with some probability. */
export function enoughRuns(rate: number): EnoughRuns {
  return { fails: runsFor(rate), passes: runsFor(1 - rate) };
}

function runsFor(share: number): number | undefined {
  if (share >= 1) return undefined;
  const runs = share <= 0 ? minRuns : Math.max(minRuns, Math.ceil(Math.log(chance) / Math.log(share)));
  return runs > maxRuns ? undefined : runs;
}
