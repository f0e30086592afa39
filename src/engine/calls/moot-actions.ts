import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds for which an engine that cannot cancel is taken to be busy with an action that nobody follows any more. */
const longest = 60_000;

/**
 * Actions that nobody needs any more, on an engine that cannot cancel: they keep its workers until they end, or until the engine
 * notices that nobody follows them. If nothing limited their number, a search that changes its mind often would fill the
 * engine's queue, and what is needed would wait at its end.
 */
export class MootActions {
  readonly #max: number;
  /** When each of them is over, as far as we can tell. */
  #ends: number[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds one that may take as many milliseconds as this. */
  add(milliseconds: number): void {
    this.#ends.push(performance.now() + Math.min(longest, milliseconds));
    this.#ends.sort((a, b) => a - b);
  }

  /** Resolves when another action may be started. */
  async room(signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = performance.now();
      this.#ends = this.#ends.filter((end) => end > now);
      if (this.#ends.length < this.#max) return;
      await wait(this.#ends[0]! - now, undefined, { signal });
    }
  }
}
