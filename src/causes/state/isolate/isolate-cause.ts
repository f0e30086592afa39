import type { RefusedChange } from "../../../../runtimes/protocol/state.ts";
import { DeltaSet } from "../../../core/delta-set.ts";
import { differenceOf, type Pair } from "../../../search/dd.ts";
import type { CommonMoment } from "../capture/place.ts";
import type { StateDifference } from "../compare/differences.ts";
import { changesFor } from "../compare/plan-changes.ts";
import { runPlan } from "../driver/run-plan.ts";
import { programOf } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { learnFailingEnding, withFailingEnding } from "./failing-ending.ts";
import { findMostExplaining } from "./most-explaining.ts";
import { findExactCause, type PlaceChanges, type PlaceDeltas, placeDeltas, tryDifferences } from "./place-deltas.ts";
import type { PlaceCause, PlaceFinding } from "./place-finding.ts";

export interface IsolationInput extends PlaceChanges {
  readonly nearby: readonly PlaceFinding[];
}

export interface Isolation {
  readonly found: PlaceCause;
  readonly complete: boolean;
  /** Differences that turned out to be impossible to make. */
  readonly impossible?: readonly StateDifference[];
}

/** Why the cause cannot be isolated at a place. */
export interface NotIsolated {
  readonly reason: string;
}

export const noneChangeable = "none of the values that differ there can be changed";
const stopped: NotIsolated = { reason: "the search was stopped there" };
const noCause: Isolation = { found: { cause: [], context: [] }, complete: true };

export async function isolateCause(
  stateRun: StateRun,
  at: CommonMoment,
  input: IsolationInput,
): Promise<Isolation | NotIsolated> {
  const { changes, among } = input;
  if (changes.length === 0) return noCause;
  const hasTest = stateRun.criterion.test.length > 0;
  const failingEnding = hasTest ? undefined : await learnFailingEnding(stateRun, at, changesFor(changes, among));
  const isolation = await isolateJudged(withFailingEnding(stateRun, failingEnding), at, input);
  if (!failingEnding || "reason" in isolation) return isolation;
  return { ...isolation, found: { failingEnding, ...isolation.found } };
}

async function isolateJudged(
  stateRun: StateRun,
  at: CommonMoment,
  input: IsolationInput,
): Promise<Isolation | NotIsolated> {
  const { changes, nearby } = input;
  const deltas = placeDeltas(stateRun, at, input);
  const { all, differencesIn } = deltas;
  const pairs = nearby.flatMap((each) => pairsFrom(each, changes));
  const exact = mayBeExact(stateRun, nearby)
    ? ((await findExactCause(stateRun, deltas, pairs)) ?? (await findExactFromHere(stateRun, at, { ...input, pairs })))
    : undefined;
  if (exact?.size === 1)
    return { found: { cause: differencesIn(exact), context: [], exact: true, share: 1 }, complete: true };
  const share = Math.max(...nearby.map((each) => each.share ?? Number.NEGATIVE_INFINITY));
  const end = await findMostExplaining(stateRun, deltas, { pairs, share, within: exact ?? all });
  const result = end.result ?? (end.complete || !exact ? undefined : { passing: DeltaSet.empty, failing: exact });
  if (!result) return end.complete ? explainNoFailure(stateRun, at, { input, deltas }) : stopped;
  return {
    found: {
      cause: differencesIn(differenceOf(result)),
      context: differencesIn(result.passing),
      ...(end.share === undefined ? {} : { share: end.share }),
    },
    complete: end.complete,
  };
}

/**
 * Many things may fail a test. One difference that explains the whole output says more than any that only fails the test; where no
 * nearby cause did so, none is looked for.
 */
function mayBeExact({ criterion }: StateRun, nearby: readonly PlaceFinding[]): boolean {
  const { test, fail } = criterion;
  return test.length > 0 && fail !== undefined && (nearby.length === 0 || nearby.some(({ exact }) => exact));
}

/** All differences together do not fail: either the cause is elsewhere, or some differences cannot be made. */
async function explainNoFailure(
  stateRun: StateRun,
  at: CommonMoment,
  { input, deltas }: { readonly input: IsolationInput; readonly deltas: PlaceDeltas },
): Promise<Isolation | NotIsolated> {
  const seen = await tryDifferences(stateRun, deltas, deltas.all);
  if (!seen) return stopped;
  if (seen.outcome === "pass") return noCause;
  const possible = await findPossible(stateRun, at, input.changes);
  if (possible.length === 0) return { reason: noneChangeable };
  if (possible.length < input.changes.length) return isolateAmongPossible(stateRun, at, { ...input, possible });
  return { reason: `with all values of the failing run it neither passes nor fails (${seen.ended})` };
}

async function isolateAmongPossible(
  stateRun: StateRun,
  at: CommonMoment,
  { possible, ...input }: IsolationInput & { readonly possible: readonly StateDifference[] },
): Promise<Isolation | NotIsolated> {
  const isolated = await isolateCause(stateRun, at, { ...input, changes: possible });
  if ("reason" in isolated) return isolated;
  const impossible = input.changes.filter((each) => !possible.includes(each));
  return { ...isolated, impossible: [...impossible, ...(isolated.impossible ?? [])] };
}

/** For the output from the place on, where the failing run had printed something else before and that is not put in its place. */
async function findExactFromHere(
  stateRun: StateRun,
  at: CommonMoment,
  { pairs, ...input }: IsolationInput & { readonly pairs: readonly Pair[] },
): Promise<DeltaSet | undefined> {
  if (stateRun.criterion.splice) return undefined;
  const failingEnding = await learnFailingEnding(stateRun, at, changesFor(input.changes, input.among));
  if (!failingEnding) return undefined;
  const judged = withFailingEnding(stateRun, failingEnding);
  return findExactCause(judged, placeDeltas(judged, at, input), pairs);
}

/** Some drivers find out that a change is impossible only when they try it. */
async function findPossible(
  stateRun: StateRun,
  at: CommonMoment,
  all: readonly StateDifference[],
): Promise<readonly StateDifference[]> {
  const single = all.filter(({ edit }) => edit === undefined);
  const changes = single.map((each) => each.change!);
  const program = programOf(stateRun.request, "pass");
  const planFor = (refused: string) => ({ ...program, place: at.passing, changes, refused, stop: true });
  const refused = (await runPlan<RefusedChange[]>(stateRun, planFor)).value ?? [];
  const impossible = new Set(refused.map(({ change }) => single[change]));
  return all.filter((each) => !impossible.has(each));
}

/** A cause found at another place, alone and with its context, as sets of this place. */
function pairsFrom({ cause, context }: PlaceFinding, changes: readonly StateDifference[]): Pair[] {
  const indices = new Map(changes.map(({ key }, i) => [key, i]));
  const setOf = (those: readonly StateDifference[]) =>
    DeltaSet.of(...those.flatMap(({ key }) => indices.get(key) ?? []));
  const set = setOf(cause);
  if (set.size < cause.length || set.size === 0) return [];
  const alone = { passing: DeltaSet.empty, failing: set };
  const passing = setOf(context).minus(set);
  return passing.size === 0 ? [alone] : [alone, { passing, failing: passing.union(set) }];
}
