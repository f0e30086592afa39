import type { DeltaSet } from "../../../core/delta-set.ts";
import { mayTest } from "../../../run/may-test.ts";
import { differenceOf, type Pair } from "../../../search/dd.ts";
import { maxCauseValues } from "../defaults.ts";
import { outputMatchIn } from "../driver/output-match.ts";
import type { StateRun } from "../state-run.ts";
import { furtherCause, narrowing } from "./narrowing.ts";
import { type PlaceDeltas, searchDeltas, tryDifferences } from "./place-deltas.ts";

/** What to look for first, and how good it has to be. */
export interface Hypotheses {
  /** The causes found nearby, as sets of this place. */
  readonly pairs: readonly Pair[];
  /** The largest share of the output that a nearby cause explained. */
  readonly share: number;
  readonly within: DeltaSet;
}

export interface ExplainingCause {
  readonly result?: Pair | undefined;
  readonly complete: boolean;
  readonly share?: number | undefined;
}

/** Maximum number of other causes to look for where the first one does not explain the whole output. */
const maxOthers = 2;

/**
 * Many things may fail a test. A value that is no longer used may do so too: an item that no longer fits the sum made of it, for
 * instance. So a cause found nearby is accepted here only if it explains as much of the output as it did there; otherwise several
 * causes are searched for, and the one that explains the most is taken.
 */
export async function findMostExplaining(
  stateRun: StateRun,
  deltas: PlaceDeltas,
  { pairs, share: wanted, within }: Hypotheses,
): Promise<ExplainingCause> {
  // The first of them is asked for in any case: both at once, rather than one after the other.
  const [pair] = pairs;
  const [shareOf] = await Promise.all([
    measureShares(stateRun, deltas),
    pair && tryDifferences(stateRun, deltas, pair.failing),
  ]);
  if (!shareOf) return searchDeltas(stateRun, deltas, narrowing(pairs, within));
  const search = async (candidates: readonly Pair[]): Promise<ExplainingCause> => {
    const end = await searchDeltas(stateRun, deltas, narrowing(candidates, within));
    return end.result ? { ...end, share: await shareOf(end.result.failing) } : end;
  };
  for (const pair of pairs) {
    const share = await shareOf(pair.failing);
    if (share !== undefined && share >= wanted) return search([pair]);
  }
  const first = await search(pairs);
  return first.result ? improve(stateRun, deltas, { first, shareOf }) : first;
}

/** Looks for causes among the other differences that explain more. */
async function improve(
  stateRun: StateRun,
  deltas: PlaceDeltas,
  { first, shareOf }: { readonly first: ExplainingCause; readonly shareOf: ShareOf },
): Promise<ExplainingCause> {
  let best = first;
  let rest = deltas.all.minus(differenceOf(first.result!));
  for (let tries = 0; tries < maxOthers && (best.share ?? 1) < 1 && mayTest(stateRun.run); tries++) {
    const { result, complete } = await searchDeltas(stateRun, deltas, furtherCause(rest));
    if (!result) break;
    const cause = differenceOf(result);
    rest = rest.minus(cause);
    if (!result.passing.isEmpty || cause.size > maxCauseValues) continue;
    const share = await shareOf(cause);
    if (share !== undefined && share > best.share!) best = { result, complete, share };
  }
  return best;
}

/** The share of the output that a set of differences explains; undefined: it does not fail. */
type ShareOf = (set: DeltaSet) => Promise<number | undefined>;

/** Undefined: the output says no more than the test does. */
async function measureShares(stateRun: StateRun, deltas: PlaceDeltas): Promise<ShareOf | undefined> {
  const countLines = async (set: DeltaSet) => {
    const seen = await tryDifferences(stateRun, deltas, set);
    return seen?.outcome === "fail" ? (outputMatchIn(seen)?.lines ?? 0) : undefined;
  };
  const all = (await countLines(deltas.all)) ?? 0;
  if (all <= 0) return undefined;
  return async (set) => {
    const lines = await countLines(set);
    return lines === undefined ? undefined : Math.min(1, lines / all);
  };
}
