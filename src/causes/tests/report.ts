import type { FindingReport } from "../../report/finding-report.ts";
import { markup } from "../../report/html/markup.ts";
import type { Sentence } from "../../report/sentence.ts";
import type { TestsFinding } from "./finding.ts";
import { orderStrip } from "./presentation/order-strip.ts";
import { cleanersSentence, leakDetails, victimSentence } from "./presentation/sentences.ts";

/** Which tests decide, commands that show it, and the order as a strip. */
export const testsReport: FindingReport<TestsFinding> = {
  headline: ({ finding }) => victimSentence(finding),
  partialHeadline: ({ finding: { victim, deltas, polluters } }) => {
    const end = polluters ? "makes it fail" : "it needs";
    return [{ code: victim?.test ?? "" }, `: what ${end} is among ${deltas.cause} of ${deltas.total} tests`];
  },
  paragraphs: ({ finding }, { dim, marked }) => {
    const text = (sentence: Sentence) =>
      `${sentence.map((part) => (typeof part === "string" ? part : marked(part.code))).join("")}.`;
    const cleaners = cleanersSentence(finding);
    const details = (finding.leak ?? []).map(leakDetails).filter((each) => each !== undefined);
    return [
      [...details, ...(cleaners ? [cleaners] : [])].map(text).join("\n"),
      commandLines(finding.commands, dim),
      (finding.others ?? []).map((each) => text(victimSentence(each))).join("\n"),
    ];
  },
  sections: ({ finding }) => orderStrip(finding),
  facts: ({ commands = {} }) => [
    ...(commands.passing === undefined ? [] : [markup`<dt>Passes</dt><dd><code>${commands.passing}</code></dd>\n`]),
    ...(commands.failing === undefined ? [] : [markup`<dt>Fails</dt><dd><code>${commands.failing}</code></dd>\n`]),
  ],
  withoutCause: ({ polluters }) => (polluters ? "it passes" : "it fails"),
};

function commandLines(commands: TestsFinding["commands"], dim: (text: string) => string): string {
  const { passing, failing } = commands ?? {};
  return [
    ...(passing === undefined ? [] : [`  ${dim("passes")}  ${passing}`]),
    ...(failing === undefined ? [] : [`  ${dim("fails")}   ${failing}`]),
  ].join("\n");
}
