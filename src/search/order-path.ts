/** Two neighbours change places. */
export interface Swap {
  /** The one that comes first after the swap. */
  readonly first: string;
  readonly second: string;
}

/**
 * A path from one order to another by swaps of neighbours. The item that is first in the end moves to its place first, then
 * the second, and so on. So two items that have the same order at both ends have it all along the path. An item that is in
 * only one of the orders comes last in the other.
 */
export class OrderPath {
  readonly #from: readonly string[];
  readonly #to: readonly string[];
  /** The number of swaps before each item of the second order begins to move. */
  readonly #before: readonly number[];
  readonly length: number;

  constructor(from: readonly string[], to: readonly string[]) {
    this.#from = withAll(from, to);
    this.#to = withAll(to, from);
    const before: number[] = [];
    let rest = [...this.#from];
    let sum = 0;
    for (const each of this.#to) {
      before.push(sum);
      const at = rest.indexOf(each);
      sum += at;
      rest = [...rest.slice(0, at), ...rest.slice(at + 1)];
    }
    this.#before = before;
    this.length = sum;
  }

  /** The order after the first `swaps` swaps. */
  at(swaps: number): string[] {
    const { moved, head, rest, steps } = this.#stateAfter(swaps);
    if (moved === undefined) return [...head, ...rest];
    const at = rest.indexOf(moved) - steps;
    const others = rest.filter((each) => each !== moved);
    return [...head, ...others.slice(0, at), moved, ...others.slice(at)];
  }

  /** The swap with this number, counted from 0. */
  swap(number: number): Swap {
    const { moved, rest, steps } = this.#stateAfter(number);
    const at = rest.indexOf(moved!) - steps;
    return { first: moved!, second: rest[at - 1]! };
  }

  #stateAfter(swaps: number) {
    let placed = this.#before.findLastIndex((before) => before <= swaps);
    if (swaps === this.length) placed = this.#to.length;
    const head = this.#to.slice(0, Math.max(0, placed));
    const gone = new Set(head);
    const rest = this.#from.filter((each) => !gone.has(each));
    return { moved: this.#to[placed], head, rest, steps: swaps - (this.#before[placed] ?? swaps) };
  }
}

function withAll(order: readonly string[], others: readonly string[]): string[] {
  const own = new Set(order);
  return [...order, ...others.filter((each) => !own.has(each))];
}
