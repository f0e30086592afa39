import { type Outcome, outcomes } from "../core/outcome.ts";

/** How fast older outcomes are forgotten: a search changes its habits as it goes from coarse to fine. */
const memory = 0.95;

/** Learns in the run how probable each outcome is. Before the first one: pass as likely as fail, unresolved rare. */
export class Odds {
  readonly #seen: Record<Outcome, number> = { pass: 1, fail: 1, unresolved: 0.1 };

  learn(outcome: Outcome): void {
    for (const each of outcomes) this.#seen[each] *= memory;
    this.#seen[outcome] += 1;
  }

  of(outcome: Outcome): number {
    const { pass, fail, unresolved } = this.#seen;
    return this.#seen[outcome] / (pass + fail + unresolved);
  }
}
