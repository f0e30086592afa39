import { type Outcome, outcomes } from "../core/outcome.ts";
import { type Answer, outcomeOf } from "../core/search.ts";
import type { Position } from "./look-ahead.ts";
import type { Odds } from "./odds.ts";

/** A question worth a worker, with the probability that its answer will be needed. */
export interface Wanted<Q> {
  readonly key: string;
  readonly question: Q;
  odds: number;
}

export interface Plan<Q> {
  /** The most probable first. */
  readonly wanted: readonly Wanted<Q>[];
  /** The keys of all questions met: what runs and is not among them is moot. */
  readonly seen: ReadonlySet<string>;
}

export interface Circumstances<A> {
  readonly workers: number;
  readonly known: ReadonlyMap<string, { readonly answer: A }>;
  readonly odds: Odds;
}

/** A branch of the tree with the probability of getting there and the outcomes supposed on the way. */
interface Branch<Q, R, A extends Answer> {
  readonly position: Position<Q, R, A>;
  readonly odds: number;
  readonly supposed: Supposed | undefined;
}

interface Supposed {
  readonly key: string;
  readonly outcome: Outcome;
  readonly before: Supposed | undefined;
}

/** Branches less probable than this are not followed. */
const improbable = 1e-4;

/** Looks ahead from a position, the most probable branch first, far enough to keep the workers busy and no further. */
export function plan<Q, R, A extends Answer>(
  here: Position<Q, R, A>,
  { workers, known, odds }: Circumstances<A>,
): Plan<Q> {
  const branches = new BestFirst<Branch<Q, R, A>>();
  branches.add({ position: here, odds: 1, supposed: undefined });
  const enough = () => wanted.size >= 2 * workers;
  const wanted = new Map<string, Wanted<Q>>();
  const want = (key: string, question: Q, odds: number) => {
    const same = wanted.get(key);
    if (same) same.odds = Math.min(1, same.odds + odds);
    else if (!known.has(key)) wanted.set(key, { key, question, odds });
  };
  for (let expanded = 0; expanded < 6 * workers && !enough(); expanded++) {
    const branch = branches.take();
    if (branch === undefined) break;
    const { position, supposed } = branch;
    const certain = known.get(position.key)?.answer ?? (supposedOutcome(supposed, position.key) as A | undefined);
    if (certain === undefined) {
      // The hints of a position that was itself hinted at are known already.
      const hinted = wanted.has(position.key);
      want(position.key, position.search.ask, branch.odds);
      for (const { key, question } of hinted ? [] : position.also()) {
        if (enough()) break;
        want(key, question, branch.odds);
      }
    }
    for (const answer of certain ? [certain] : (outcomes as readonly A[])) {
      const outcome = outcomeOf(answer);
      const chance = certain ? branch.odds : branch.odds * odds.of(outcome);
      const next = chance < improbable ? undefined : position.after(answer);
      if (next)
        branches.add({ position: next, odds: chance, supposed: { key: position.key, outcome, before: supposed } });
    }
  }
  return { wanted: [...wanted.values()].sort((a, b) => b.odds - a.odds), seen: new Set(wanted.keys()) };
}

function supposedOutcome(supposed: Supposed | undefined, key: string): Outcome | undefined {
  for (let each = supposed; each; each = each.before) if (each.key === key) return each.outcome;
  return undefined;
}

/** A heap: gives back the most probable first. */
class BestFirst<T extends { readonly odds: number }> {
  readonly #heap: T[] = [];

  add(item: T): void {
    const heap = this.#heap;
    let at = heap.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (heap[above]!.odds >= item.odds) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = item;
  }

  take(): T | undefined {
    const heap = this.#heap;
    const best = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return best;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && heap[below + 1]!.odds > heap[below]!.odds) below++;
      if (heap[below]!.odds <= last.odds) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return best;
  }
}
