import type { Story } from "../core/finding.ts";
import type { FindingReport } from "./finding-report.ts";
import { type Sentence, sentenceText, shareOf } from "./sentence.ts";

/** Answers the user's question in one sentence, or says how far the run got. */
export function headline(story: Story, report: FindingReport): Sentence {
  const { verdict, deltas, failure, goal, tests } = story.finding;
  const answer = report.answer?.(story);
  if (answer) return answer;
  if (verdict === "found") return report.headline(story);
  if (verdict === "not-reproduced")
    return [failure === undefined ? "No cause found: the failure was not reproduced" : "No cause found"];
  if (failure === undefined) return ["Nothing is known yet: it was stopped before the failure was reproduced"];
  const early = deltas.total === 0 ? report.earlyHeadline?.(story) : undefined;
  if (early) return early;
  if (deltas.total === 0 && tests.needed > 0) return ["The cause is not known yet"];
  if (deltas.total === 0)
    return ["Nothing is known yet but the failure: it was stopped before any difference was tested"];
  const share = shareOf(story.finding);
  const left = goal === "isolate" ? `The cause is among ${share}` : `The failure needs at most ${share}`;
  return report.partialHeadline?.(story) ?? [left];
}

/** The same as plain text. */
export function headlineText(story: Story, report: FindingReport): string {
  return sentenceText(headline(story, report));
}
