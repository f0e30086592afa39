import type { TestCounts } from "../core/finding.ts";
import type { Observation } from "../trial/observation.ts";

/** Counts the outcomes that a search uses, in its own order, so that the figures do not depend on how many tests run at once. */
export class Counts {
  /** Every execution. */
  run = 0;
  /** The executions of the ends. */
  ends = 0;
  /** Worlds tried before the search began, to find two ends. They count towards a limit on tests. */
  explored = 0;
  #needed = new Set<string>();
  /** Executions of worlds whose outcome no search has used yet. */
  #unused = new Map<string, number>();
  #aborted = 0;
  #confirming = 0;
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
    this.#unused.delete(observation.content);
    this.#needed.add(observation.content);
    this.#outcomes[observation.outcome]++;
    return true;
  }

  /** Counts the executions of a trial. It ran ahead of need until a search uses its outcome. */
  ran({ content, runs }: Pick<Observation, "content" | "runs">): void {
    this.#unused.set(content, runs);
  }

  /** Counts a trial that was aborted because its outcome is no longer needed. */
  abort(): void {
    this.#aborted++;
  }

  /** Counts executions that only confirm what a search found. */
  confirm(runs: number): void {
    this.#confirming += runs;
  }

  /** Counts a trial whose outcome only confirms what a search found. */
  confirmBy({ content }: Observation): void {
    this.confirm(this.#unused.get(content) ?? 0);
    this.#unused.delete(content);
  }

  get snapshot(): TestCounts {
    const unused = [...this.#unused.values()].reduce((sum, runs) => sum + runs, 0);
    return {
      needed: this.needed,
      run: this.run,
      ends: this.ends,
      ahead: unused + this.#aborted,
      confirming: this.#confirming,
      cached: this.#cached,
      ...this.#outcomes,
    };
  }
}
