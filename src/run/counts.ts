import type { TestCounts } from "../core/finding.ts";
import type { Observation } from "../trial/observation.ts";

/** Counts what a search goes by, in its own order, so that the figures do not depend on how many tests ran at once. */
export class Counts {
  run = 0;
  /** Worlds that were tried before the search began, to find two ends; a limit on tests is on these too. */
  explored = 0;
  #needed = new Set<string>();
  #cached = 0;
  #outcomes = { pass: 0, fail: 0, unresolved: 0 };

  get needed(): number {
    return this.#needed.size;
  }

  /**
   * The search went by this observation; `free` if its outcome was known before the search began. Says whether it is a
   * test that the search needed, rather than an answer from memory.
   */
  take(observation: Observation, free: boolean): boolean {
    if (free || this.#needed.has(observation.content)) {
      this.#cached++;
      return false;
    }
    this.#needed.add(observation.content);
    this.#outcomes[observation.outcome]++;
    return true;
  }

  get snapshot(): TestCounts {
    return { needed: this.needed, run: this.run, cached: this.#cached, ...this.#outcomes };
  }
}
