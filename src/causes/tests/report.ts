import type { FindingReport } from "../../report/finding-report.ts";
import type { Sentence } from "../../report/sentence.ts";
import { commandLines, commandRows } from "../../report/shown-commands.ts";
import type { TestsFinding } from "./finding.ts";
import { orderStrip } from "./presentation/order-strip.ts";
import { cleanersSentence, leakDetails, victimSentence } from "./presentation/sentences.ts";

/** Which tests decide, commands that show it, and the order as a strip. */
export const testsReport: FindingReport<TestsFinding> = {
  // Whether the failure was reproduced is said by the reason.
  answer: ({ finding: { verdict } }) => (verdict === "not-reproduced" ? ["No cause found"] : undefined),
  headline: ({ finding }) => victimSentence(finding),
  partialHeadline: ({ finding: { victim, deltas, polluters } }) => {
    const end = polluters ? "makes it fail" : "it needs";
    return [{ code: victim?.test ?? "" }, `: what ${end} is among ${deltas.cause} of ${deltas.total} tests`];
  },
  paragraphs: ({ finding }, paint) => {
    const text = (sentence: Sentence) =>
      `${sentence.map((part) => (typeof part === "string" ? part : paint.marked(part.code))).join("")}.`;
    const cleaners = cleanersSentence(finding);
    const details = (finding.leak ?? []).map(leakDetails).filter((each) => each !== undefined);
    return [
      [...details, ...(cleaners ? [cleaners] : [])].map(text).join("\n"),
      commandLines(finding.commands, paint),
      (finding.others ?? []).map((each) => text(victimSentence(each))).join("\n"),
    ];
  },
  sections: ({ finding }) => orderStrip(finding),
  facts: ({ commands }) => commandRows(commands),
  places: ({ leak = [], polluters = [], setters = [] }) => {
    const lines = leak.flatMap(({ setBy, since }) => setBy ?? since ?? []);
    return lines.length > 0 ? lines : [...polluters, ...setters].map(({ file }) => ({ file }));
  },
  commands: ({ commands }) => commands,
  withoutCause: ({ polluters, endsOtherwise }) => {
    if (endsOtherwise) return polluters ? "it no longer fails in this way" : "it no longer passes";
    return polluters ? "it passes" : "it fails";
  },
};
