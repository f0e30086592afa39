import { type Outcome, outcomes } from "../core/outcome.ts";

/** The weight that each new outcome leaves to the older ones: outcomes change as a search goes from coarse to fine. */
const memory = 0.95;

/** Learns how probable each outcome is. At the start, pass is as likely as fail, and unresolved is rare. */
export class Odds {
  readonly #weights: Record<Outcome, number> = { pass: 1, fail: 1, unresolved: 0.1 };

  learn(outcome: Outcome): void {
    for (const each of outcomes) this.#weights[each] *= memory;
    this.#weights[outcome] += 1;
  }

  of(outcome: Outcome): number {
    const { pass, fail, unresolved } = this.#weights;
    return this.#weights[outcome] / (pass + fail + unresolved);
  }
}
