import type { Finding, Story } from "../core/finding.ts";
import type { Content } from "./html/markup.ts";
import type { Sentence } from "./sentence.ts";
import type { ShownCommands } from "./shown-commands.ts";
import type { Paint } from "./terminal/paint.ts";

/** A place in a file. */
export interface Place {
  readonly file: string;
  readonly line?: number;
}

/**
 * How the finding of one application is shown. The reports show what all findings have in common (verdict, counts, files,
 * further causes); the rest they get from here, and know no application by name. All functions are pure.
 */
export interface FindingReport<F extends Finding = Finding> {
  /** Answers the user's question whatever the verdict, where that is not about a cause. */
  answer?(story: Story<F>): Sentence | undefined;
  /** The verdict in a word or two, where that is not about a cause; `isGood`: there is nothing to do. */
  status?(finding: F): { readonly text: string; readonly isGood: boolean } | undefined;
  /** Answers the user's question in one sentence, when a cause was found. */
  headline(story: Story<F>): Sentence;
  /** The same for a search that was stopped early; undefined: the number of deltas left. */
  partialHeadline?(story: Story<F>): Sentence | undefined;
  /** The same before any difference was tested, if something else is known by then. */
  earlyHeadline?(story: Story<F>): Sentence | undefined;
  /** Paragraphs for the terminal, between the answer and the figures; empty ones are left out. */
  paragraphs(story: Story<F>, paint: Paint): readonly string[];
  /** Blocks of Markdown instead of these paragraphs, where plain lines would not do. */
  markdown?(story: Story<F>): readonly string[];
  /** Sections for the HTML page, between its head and the figures. */
  sections(story: Story<F>): Content;
  /** Rows of terms and definitions in the head of the HTML page. */
  facts?(finding: F): Content;
  /** How the world without a delta of the cause behaves, as in "leave it out, and the failure is gone". */
  withoutCause?(finding: F): string;
  /** What the confirmation showed, where nothing more is to be proved. */
  confirmation?(finding: F): string | undefined;
  /** What is proved of a minimal cause, as in "no line of it can be left out". */
  proof?(finding: F): string | undefined;
  /** Places in files that the cause is about, the likeliest first; undefined: those of its entries. */
  places?(finding: F): readonly Place[];
  /** Whether files in the cause are relative to the top of the repository, not to the folder where the user stands. */
  namesFilesFromTop?(finding: F): boolean;
  /** What to type to see it by hand. */
  commands?(finding: F): ShownCommands | undefined;
  /** What to do with the cause, where that is not to change it and run the test or what `commands` has; ends with what to type. */
  next?(story: Story<F>): string | undefined;
  /** The same where no cause was found, and the report knows more than that. */
  nextWithoutCause?(story: Story<F>): string | undefined;
  /** Further lines for the terminal on how far the cause was narrowed and what was proved. */
  proofs?(finding: F, paint: Paint): readonly string[];
}
