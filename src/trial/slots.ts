/** Slots 0 … count − 1, each used by one piece of work at a time. */
export class Slots {
  readonly #free: number[];
  readonly #waiting: ((slot: number) => void)[] = [];

  constructor(count: number) {
    this.#free = Array.from({ length: count }, (_, i) => count - 1 - i);
  }

  /** Runs `work` in the lowest free slot, waiting for one if need be. */
  async use<T>(work: (slot: number) => Promise<T>): Promise<T> {
    const slot = this.#free.pop() ?? (await new Promise<number>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(slot);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(slot);
      else this.#free.push(slot);
    }
  }
}
