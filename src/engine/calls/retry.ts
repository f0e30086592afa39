import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "../../core/user-error.ts";
import { callError, isFull, isRefused, reasonFor, refusal } from "./call-error.ts";

/** How long an engine with a problem is asked again. */
export interface Patience {
  readonly url: string;
  /** Milliseconds until it is given up, counted from the first fault after the last success. */
  readonly milliseconds: number;
  /** What to do when it is given up. */
  readonly advice: string;
  /** Says to the user that it has a problem, or works again. */
  readonly note: (sentence: string) => void;
}

/** Asks an engine, again and again while it has a problem. Engines recover: a scheduler is restarted, a network comes back. */
export class Retrying {
  readonly #patience: Patience;
  #downSince: number | undefined;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** `attempt` is called again if it throws what may pass. */
  async until<T>(signal: AbortSignal, attempt: (nth: number) => Promise<T>): Promise<T> {
    for (let nth = 0; ; nth++) {
      signal.throwIfAborted();
      try {
        const result = await attempt(nth);
        this.#succeeded();
        return result;
      } catch (thrown) {
        signal.throwIfAborted();
        if (thrown instanceof UserError) throw thrown;
        const error = callError(thrown);
        if (isRefused(error)) throw refusal(this.#patience.url, error);
        this.#failed(reasonFor(error));
        await wait(pause(nth), undefined, { signal }).catch(() => {});
      }
    }
  }

  #succeeded(): void {
    if (this.#downSince !== undefined) this.#patience.note("The engine works again.");
    this.#downSince = undefined;
  }

  #failed(reason: string): void {
    const { url, milliseconds, advice, note } = this.#patience;
    if (this.#downSince === undefined) note(`The engine ${url} has a problem (${reason}); trying again.`);
    this.#downSince ??= performance.now();
    if (performance.now() - this.#downSince < milliseconds) return;
    const cure = isFull(reason) ? "It is full: make room in its store, or allow it more. " : "";
    throw new UserError(
      `The engine ${url} has had problems for ${Math.round(milliseconds / 1000)} s (${reason}). ${cure}${advice}`,
      1,
    );
  }
}

/** Milliseconds before the next attempt: more each time, and not the same for all that wait. */
function pause(nth: number): number {
  return Math.min(5000, 100 * 2 ** nth) * (0.75 + Math.random() / 2);
}
