import type { Outcome } from "../core/outcome.ts";
import { type Answer, type Ask, asking } from "../core/search.ts";

/** A position in the decision tree of a search. It remembers its children, so that planning again costs little. */
export class SearchPosition<Q, R, A extends Answer = Outcome> {
  readonly search: Ask<Q, R, A>;
  readonly key: string;
  readonly #keyOf: (question: Q) => string;
  readonly #children = new Map<A, SearchPosition<Q, R, A> | undefined>();

  constructor(search: Ask<Q, R, A>, keyOf: (question: Q) => string) {
    this.search = search;
    this.#keyOf = keyOf;
    this.key = keyOf(search.ask);
  }

  /** The position after this answer; undefined if the search is done then. */
  after(answer: A): SearchPosition<Q, R, A> | undefined {
    if (!this.#children.has(answer)) {
      const next = this.search.after(answer);
      this.#children.set(answer, asking(next) ? new SearchPosition(next, this.#keyOf) : undefined);
    }
    return this.#children.get(answer);
  }

  /** Questions that will be asked whatever the answer to this one is. */
  *also(): Generator<{ key: string; question: Q }> {
    for (const question of this.search.also?.() ?? []) yield { key: this.#keyOf(question), question };
  }
}
