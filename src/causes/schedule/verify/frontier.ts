import { type Branch, trunk } from "./branches.ts";

/** Maximum number of branches that are kept; more than that are only counted. */
const maxBranches = 1_000_000;

/**
 * The branches that are still to be run, those with the lowest cost first: when the search is stopped, all schedules up to some
 * lower bound may be done.
 */
export class Frontier {
  readonly #bound: number;
  /** By cost. The last one that was found is the next, so that fewer runs are kept for their branches. */
  readonly #waiting: Branch[][];
  readonly #running = new Set<Branch>();
  #kept = 0;
  #dropped = 0;

  constructor(bound: number, waiting: Iterable<Branch> = [trunk], dropped = 0) {
    this.#bound = bound;
    this.#waiting = Array.from({ length: bound + 1 }, () => []);
    this.#dropped = dropped;
    this.add(waiting);
  }

  /** Adds those that are within the bound. */
  add(branches: Iterable<Branch>): void {
    for (const branch of branches) {
      if (branch.cost > this.#bound) continue;
      if (this.#kept >= maxBranches) this.#dropped++;
      else {
        this.#waiting[branch.cost]!.push(branch);
        this.#kept++;
      }
    }
  }

  /** The next branches to run, all of the same cost; `settle` is to be called with each afterwards. */
  take(max: number): Branch[] {
    const lowest = this.#waiting.find((each) => each.length > 0) ?? [];
    const taken = lowest.splice(-max).reverse();
    for (const branch of taken) this.#running.add(branch);
    return taken;
  }

  settle(branch: Branch): void {
    this.#running.delete(branch);
    this.#kept--;
  }

  /** How many are known to be left. */
  get size(): number {
    return this.#kept + this.#dropped;
  }

  /** The lowest cost of those that are left, if any. */
  get lowestCost(): number | undefined {
    // What those cost that were not kept is not known.
    if (this.#dropped > 0) return 0;
    const running = [...this.#running].map(({ cost }) => cost);
    const waiting = this.#waiting.findIndex((each) => each.length > 0);
    const costs = waiting === -1 ? running : [...running, waiting];
    return costs.length === 0 ? undefined : Math.min(...costs);
  }

  /** Those that are left, also those that are running. */
  get left(): readonly Branch[] {
    return [...this.#running, ...this.#waiting.flat()];
  }

  /** How many were not kept. */
  get dropped(): number {
    return this.#dropped;
  }
}
