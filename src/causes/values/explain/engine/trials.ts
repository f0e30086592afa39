import type { Outcome } from "../../../../core/outcome.ts";
import type { BodyFailure } from "../body-failure.ts";
import { type ErrorIdentity, errorIdentity, isSameError } from "./same-error.ts";

type TrialOptions = Pick<BodyFailure, "error" | "run" | "clock">;

/** A run may take this many times as long as the first one, but is given at least `minLimit` milliseconds. */
const slower = 10;
const minLimit = 500;

/** Milliseconds after which the event loop gets its turn, so that the test runner stays responsive. */
const turnAfter = 50;

/** Runs the body on candidates, until the budget ends. */
export class Trials {
  /** How often the body was run, without the first time. */
  runs = 0;
  readonly #options: TrialOptions;
  readonly #identity: ErrorIdentity;
  readonly #end = new AbortController();
  #lastTurn: number;

  constructor(options: TrialOptions) {
    this.#options = options;
    this.#identity = errorIdentity(options.error);
    this.#lastTurn = options.clock.now();
  }

  /** Aborted when the budget has ended. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get elapsed(): number {
    const { now, start } = this.#options.clock;
    return now() - start;
  }

  get timeLeft(): number {
    return this.#options.clock.budget - this.elapsed;
  }

  /** Only the error of the first run is a failure. Throws when the budget has ended, since then nothing is known. */
  readonly outcomeOf = async (candidate: unknown): Promise<Outcome> => {
    const { run, clock } = this.#options;
    const limit = Math.max(minLimit, slower * clock.firstRun);
    await this.#takeTurns();
    const { timeLeft } = this;
    if (timeLeft <= 0) return this.#stop();
    const end = await run(candidate, Math.min(limit, timeLeft));
    if (end === "timed out" && timeLeft < limit) return this.#stop();
    this.runs++;
    if (end === "returned") return "pass";
    return typeof end === "object" && isSameError(end.thrown, this.#identity) ? "fail" : "unresolved";
  };

  #stop(): never {
    this.#end.abort();
    throw new BudgetEnd();
  }

  async #takeTurns(): Promise<void> {
    const { now, nextTurn } = this.#options.clock;
    if (now() - this.#lastTurn < turnAfter) return;
    await nextTurn();
    this.#lastTurn = now();
  }
}

/** There is no time for another run. */
export class BudgetEnd extends Error {
  override readonly name = "BudgetEnd";
}
