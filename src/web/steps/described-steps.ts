import type { DeltaSet } from "../../core/delta-set.ts";
import type { StepRow } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type Ask, asking, bestOf, type DeltaSearch } from "../../core/search.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import { describedSearch, type SearchDescription } from "../../search/described.ts";
import { setSizes } from "../../search/goal.ts";

type Position = DeltaSearch<FoundSets[]>;

/** A position of the search is kept for every so many steps; the others are reached from there. */
const stride = 200;

/** The steps of a search that is taken again with the answers that it got. A position is a value, so any can be kept. */
export class DescribedSteps {
  readonly #answers: Outcome[] = [];
  readonly #kept: Position[];
  #last: Position;
  /** The position that was asked for last: the next one is often the same, or just behind it. */
  #visited: { readonly at: number; readonly position: Position };
  readonly #sizes: Pick<StepRow, "size" | "failing" | "passing">[] = [];

  constructor(search: SearchDescription) {
    this.#last = describedSearch(search);
    this.#kept = [this.#last];
    this.#visited = { at: 0, position: this.#last };
  }

  add(answer: Outcome): void {
    const here = this.#last;
    // A log that is damaged or from another version may have more answers than this search has questions.
    if (!asking(here)) return;
    this.#last = here.after(answer);
    this.#answers.push(answer);
    if (this.#answers.length % stride === 0) this.#kept.push(this.#last);
    const best = bestOf(this.#last)?.at(-1);
    this.#sizes.push({ size: here.ask.size, ...(best ? setSizes(best) : { failing: here.ask.size }) });
  }

  /** The best answer after the last step. */
  get best(): FoundSets | undefined {
    return bestOf(this.#last)?.at(-1);
  }

  /** Forgets the answers from this one on. */
  cutAfter(count: number): void {
    const answers = this.#answers.slice(0, count);
    this.#answers.length = 0;
    this.#sizes.length = 0;
    this.#kept.length = 1;
    this.#last = this.#kept[0]!;
    this.#visited = { at: 0, position: this.#last };
    for (const answer of answers) this.add(answer);
  }

  sizesAt(index: number): Pick<StepRow, "size" | "failing" | "passing"> {
    return this.#sizes[index] ?? { size: 0, failing: 0 };
  }

  /** The position at which a question was asked, counted from 0; undefined: there is no such question. */
  positionAt(index: number): Ask<DeltaSet, FoundSets[]> | undefined {
    if (index >= this.#answers.length) return undefined;
    const start = index - (index % stride);
    let { at, position } = this.#visited;
    if (at > index || at < start) [at, position] = [start, this.#kept[start / stride]!];
    for (; at < index && asking(position); at++) position = position.after(this.#answers[at]!);
    this.#visited = { at: index, position };
    return asking(position) ? position : undefined;
  }
}
