import { type Outcome, outcomes } from "../core/outcome.ts";
import { type Answer, outcomeOf } from "../core/search.ts";
import type { Odds } from "./odds.ts";
import type { SearchPosition } from "./search-position.ts";

/** A question worth a worker, with the probability that its answer will be needed. */
export interface PlannedTrial<Q> {
  readonly key: string;
  readonly question: Q;
  probability: number;
}

export interface TrialPlan<Q> {
  /** The most probable first. */
  readonly trials: readonly PlannedTrial<Q>[];
  /** The keys of all planned trials: a running trial that is not among them is moot. */
  readonly keys: ReadonlySet<string>;
}

export interface PlanContext<A> {
  readonly workers: number;
  readonly known: ReadonlyMap<string, { readonly answer: A }>;
  readonly odds: Odds;
}

/** A branch of the decision tree, with the probability of reaching it and the outcomes assumed on the path there. */
interface Branch<Q, R, A extends Answer> {
  /** Where it leads; undefined: the search is done there. Only found out if it is followed, since that may take long. */
  readonly position: () => SearchPosition<Q, R, A> | undefined;
  readonly probability: number;
  readonly assumed: Assumed | undefined;
}

interface Assumed {
  readonly key: string;
  readonly outcome: Outcome;
  readonly before: Assumed | undefined;
}

/** Branches less probable than this are not followed. */
const minProbability = 1e-4;

/** Looks ahead from a position, the most probable branch first, far enough to keep the workers busy and no further. */
export function planTrials<Q, R, A extends Answer>(
  here: SearchPosition<Q, R, A>,
  { workers, known, odds }: PlanContext<A>,
): TrialPlan<Q> {
  const branches = new BestFirst<Branch<Q, R, A>>();
  branches.add({ position: () => here, probability: 1, assumed: undefined });
  const isFull = () => trials.size >= 2 * workers;
  const trials = new Map<string, PlannedTrial<Q>>();
  const plan = (key: string, question: Q, probability: number) => {
    const same = trials.get(key);
    if (same) same.probability = Math.min(1, same.probability + probability);
    else if (!known.has(key)) trials.set(key, { key, question, probability });
  };
  for (let expanded = 0; expanded < 6 * workers && !isFull(); ) {
    const branch = branches.take();
    if (branch === undefined) break;
    const { assumed } = branch;
    const position = branch.position();
    if (position === undefined) continue;
    expanded++;
    const certain = known.get(position.key)?.answer ?? (assumedOutcome(assumed, position.key) as A | undefined);
    if (certain === undefined) {
      // The hints of a position that was itself hinted at are in the plan already.
      const hinted = trials.has(position.key);
      plan(position.key, position.search.ask, branch.probability);
      for (const { key, question } of hinted ? [] : position.also()) {
        if (isFull()) break;
        plan(key, question, branch.probability);
      }
    }
    for (const answer of certain ? [certain] : (outcomes as readonly A[])) {
      const outcome = outcomeOf(answer);
      const probability = certain ? branch.probability : branch.probability * odds.of(outcome);
      if (probability < minProbability) continue;
      const next = { key: position.key, outcome, before: assumed };
      branches.add({ position: () => position.after(answer), probability, assumed: next });
    }
  }
  const mostProbableFirst = [...trials.values()].sort((a, b) => b.probability - a.probability);
  return { trials: mostProbableFirst, keys: new Set(trials.keys()) };
}

function assumedOutcome(assumed: Assumed | undefined, key: string): Outcome | undefined {
  for (let each = assumed; each; each = each.before) if (each.key === key) return each.outcome;
  return undefined;
}

/** A heap that returns the most probable item first. */
class BestFirst<T extends { readonly probability: number }> {
  readonly #heap: T[] = [];

  add(item: T): void {
    const heap = this.#heap;
    let at = heap.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (heap[above]!.probability >= item.probability) break;
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
      if (below + 1 < heap.length && heap[below + 1]!.probability > heap[below]!.probability) below++;
      if (heap[below]!.probability <= last.probability) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return best;
  }
}
