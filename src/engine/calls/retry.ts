import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "../../core/user-error.ts";
import { EngineError } from "../engine-error.ts";
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

/**
 * How often a call has to fail before it can be too much for the patience that others have no need of: one that takes longer than
 * that, such as a long test, may meet two bad moments of an engine that works in between.
 */
const minFaults = 5;

/** What a call that fails has met so far. */
interface FailingCall {
  readonly since: number;
  faults: number;
}

/** Asks an engine, again and again while it has a problem. Engines recover: a scheduler is restarted, a network comes back. */
export class Retrying {
  readonly #patience: Patience;
  /** Since when no call has succeeded. */
  #downSince: number | undefined;
  #failing = 0;
  #isSaid = false;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** `attempt` is called again if it throws what may pass. */
  async until<T>(signal: AbortSignal, attempt: (nth: number) => Promise<T>): Promise<T> {
    let call: FailingCall | undefined;
    let isWell = false;
    try {
      for (let nth = 0; ; nth++) {
        signal.throwIfAborted();
        try {
          const result = await attempt(nth);
          this.#downSince = undefined;
          isWell = true;
          return result;
        } catch (thrown) {
          signal.throwIfAborted();
          if (thrown instanceof UserError) throw thrown;
          const error = callError(thrown);
          if (isRefused(error)) throw refusal(this.#patience.url, error);
          if (!call) this.#failing++;
          call ??= { since: performance.now(), faults: 0 };
          call.faults++;
          this.#failed(reasonFor(error), call);
          await wait(pause(nth), undefined, { signal }).catch(() => {});
        }
      }
    } finally {
      if (call) this.#failing--;
      if (isWell) this.#sayIfWell();
    }
  }

  #failed(reason: string, { since, faults }: FailingCall): void {
    const { url, milliseconds, advice, note } = this.#patience;
    if (!this.#isSaid) note(`The engine ${url} has a problem (${reason}); trying again.`);
    this.#isSaid = true;
    const now = performance.now();
    this.#downSince ??= now;
    const isTooLong = faults >= minFaults && now - since >= milliseconds;
    if (now - this.#downSince < milliseconds && !isTooLong) return;
    const cure = isFull(reason) ? "It is full: make room in its store, or allow it more. " : "";
    throw new EngineError(
      `The engine ${url} has had problems for ${Math.round(milliseconds / 1000)} s (${reason}). ${cure}${advice}`,
    );
  }

  /** Not while a call goes on failing, though others succeed. */
  #sayIfWell(): void {
    if (!this.#isSaid || this.#failing > 0 || this.#downSince !== undefined) return;
    this.#isSaid = false;
    this.#patience.note("The engine works again.");
  }
}

/** Milliseconds before the next attempt: more each time, and not the same for all that wait. */
function pause(nth: number): number {
  return Math.min(5000, 100 * 2 ** nth) * (0.75 + Math.random() / 2);
}
