import type { TestCounts } from "../core/finding.ts";
import type { Observation } from "../trial/observation.ts";

/** Counts the outcomes that a search uses, in its own order, so that the figures do not depend on how many tests run at once. */
export class Counts {
  run = 0;
  /** Worlds tried before the search began, to find two ends. They count towards a limit on tests. */
  explored = 0;
  #needed = new Set<string>();
  #cached = 0;
  #outcomes = { pass: 0, fail: 0, unresolved: 0 };

  get needed(): number {
    return this.#needed.size;
  }

  /**
   * Counts an observation that the search used. Returns whether the search needed a test for it, rather than an answer
   * from memory or one that was known before the search began.
   */
  take(observation: Observation, { knownBefore }: { readonly knownBefore: boolean }): boolean {
    if (knownBefore || this.#needed.has(observation.content)) {
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
