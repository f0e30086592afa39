import type { Finding, Story } from "../core/finding.ts";
import type { Content } from "./html/markup.ts";
import type { Sentence } from "./sentence.ts";
import type { Paint } from "./terminal/paint.ts";

/**
 * How one application's finding is shown. What all findings have in common (verdict, counts, files, further causes) the
 * reports show themselves; they ask here for the rest, and know no application by name. Everything is pure.
 */
export interface FindingReport<F extends Finding = Finding> {
  /** Answers the user's question in one sentence, when a cause was found. */
  headline(story: Story<F>): Sentence;
  /** The same for a search that was stopped early; undefined: a count of the deltas that are left. */
  partialHeadline?(story: Story<F>): Sentence | undefined;
  /** What a terminal shows between the answer and the figures, one paragraph each; empty ones are left out. */
  paragraphs(story: Story<F>, paint: Paint): readonly string[];
  /** What the HTML page shows between its head and the figures: sections. */
  sections(story: Story<F>): Content;
  /** Rows of terms and definitions in the head of the HTML page. */
  facts?(finding: F): Content;
  /** How the world without a delta of the cause behaves, as in "leave it out, and the failure is gone". */
  withoutCause?(finding: F): string;
  /** Further lines for the terminal on how far the cause was narrowed and what was proved. */
  proofs?(finding: F, paint: Paint): readonly string[];
}
