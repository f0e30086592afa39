/** Slots 0 … count − 1, each used by one piece of work at a time. */
export class Slots {
  readonly #free: number[];
  readonly #waiting: ((slot: number) => void)[] = [];

  constructor(count: number) {
    this.#free = Array.from({ length: count }, (_, i) => count - 1 - i);
  }

  /** Runs `work` in the preferred slot, or else in one that is free, waiting for one if need be. */
  async use<T>(work: (slot: number) => Promise<T>, preferred?: number): Promise<T> {
    const slot = this.#take(preferred) ?? (await new Promise<number>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(slot);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(slot);
      else this.#free.push(slot);
    }
  }

  #take(preferred: number | undefined): number | undefined {
    const at = preferred === undefined ? -1 : this.#free.indexOf(preferred);
    return at === -1 ? this.#free.pop() : this.#free.splice(at, 1)[0];
  }
}
