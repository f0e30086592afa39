import type { Story } from "../core/finding.ts";
import type { FindingReport } from "./finding-report.ts";
import { causeSection } from "./html/cause.ts";
import { differenceSentence, remainsSentence, type Sentence, shareOf } from "./sentence.ts";
import { causeInContext } from "./terminal/cause.ts";

/** The report for a cause that is a few items of a list or a few places in a text: enough for many applications. */
export const plainReport: FindingReport = {
  headline: (story) => plainHeadline(story, (texts) => texts),
  paragraphs: (story, paint) => [causeInContext(story, paint)],
  sections: (story) => causeSection(story),
};

/** `codes` turns the texts of what remains into what the headline names: each by itself, or all of them joined. */
export function plainHeadline({ finding }: Story, codes: (texts: readonly string[]) => readonly string[]): Sentence {
  const { deltas, cause, goal } = finding;
  if (deltas.cause === 0) return ["The test fails even on nothing at all"];
  if (goal === "isolate") return differenceSentence(cause) ?? [`What makes it fail: ${shareOf(finding)}`];
  return remainsSentence(finding, codes) ?? [`The failure needs ${shareOf(finding)}`];
}
