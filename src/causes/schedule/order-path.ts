/** Two things that change places. */
export interface Swap {
  readonly first: string;
  /** Came first before. */
  readonly second: string;
}

/**
 * A way from one order of things to another by swaps of neighbours, each of which brings one of them nearer to its place:
 * first what comes first in the end, then what comes second, and so on. So what was before another one in both orders is
 * so all along the way. What is in only one of the orders comes last in the other one.
 */
export class OrderPath {
  readonly #from: readonly string[];
  readonly #to: readonly string[];
  /** How many swaps there are before each thing begins to move. */
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

  /** The order after so many swaps. */
  at(swaps: number): string[] {
    const { moved, head, rest, steps } = this.#halfway(swaps);
    if (moved === undefined) return [...head, ...rest];
    const at = rest.indexOf(moved) - steps;
    const others = rest.filter((each) => each !== moved);
    return [...head, ...others.slice(0, at), moved, ...others.slice(at)];
  }

  /** The two things that a swap exchanges. */
  swap(number: number): Swap {
    const { moved, rest, steps } = this.#halfway(number);
    const at = rest.indexOf(moved!) - steps;
    return { first: moved!, second: rest[at - 1]! };
  }

  #halfway(swaps: number) {
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
