import type { FindingReport } from "../../report/finding-report.ts";
import { markup } from "../../report/html/markup.ts";
import type { Sentence } from "../../report/sentence.ts";
import type { ClockFinding } from "./finding.ts";

/** The two instants, and how to see both by hand. */
export const clockReport: FindingReport<ClockFinding> = {
  headline: ({ finding }) => answer(finding),
  partialHeadline: ({ finding }) => answer(finding),
  paragraphs: ({ finding: { shellLines } }, { dim }) =>
    shellLines === undefined
      ? []
      : [`  ${dim("passes")}  ${shellLines.passing}\n  ${dim("fails")}   ${shellLines.failing}`],
  sections: () => [],
  commands: ({ shellLines }) => shellLines,
  facts: ({ shellLines }) =>
    shellLines && [
      markup`<dt>Passes</dt><dd><code>${shellLines.passing}</code></dd>\n`,
      markup`<dt>Fails</dt><dd><code>${shellLines.failing}</code></dd>\n`,
    ],
};

function answer({ cause: [ends], passes, fails, zones }: ClockFinding): Sentence {
  if (zones && passes === fails)
    return ["Passes in ", { code: zones.passes }, ", fails in ", { code: zones.fails }, `, both at ${passes}`];
  return ["Passes at ", { code: ends?.old ?? "" }, ", fails at ", { code: ends?.new ?? "" }];
}
