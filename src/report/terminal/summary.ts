import type { CauseEntry, Finding, Story } from "../../core/finding.ts";
import { textOfEntry } from "../entry-text.ts";
import type { FindingReport } from "../finding-report.ts";
import { headline } from "../headline.ts";
import { patchUse } from "../patch-use.ts";
import { proofSentence, testsSentence } from "../proof-sentence.ts";
import { count, counted } from "../quantity.ts";
import { onOneLine } from "./one-line.ts";
import type { Paint } from "./paint.ts";

/** A finding as a few lines for the terminal: the answer, the cause in its context, and what it cost to find. */
export function terminalSummary(story: Story, report: FindingReport, paint: Paint): string {
  const { answer, evidence, figures } = summaryParts(story, report, paint);
  return `${[answer, ...evidence, figures].filter((part) => part !== "").join("\n\n")}\n`;
}

export interface SummaryParts {
  readonly answer: string;
  /** Paragraphs; some may be empty. */
  readonly evidence: readonly string[];
  readonly figures: string;
}

/** What a summary is made of. */
export function summaryParts(story: Story, report: FindingReport, paint: Paint): SummaryParts {
  return {
    answer: answerOf(story, report, paint),
    evidence: [
      ...report.paragraphs(story, paint),
      furtherCauses(story.finding, paint),
      otherFailures(story.finding, paint),
    ],
    figures: figuresOf(story.finding, report, paint),
  };
}

function answerOf(story: Story, report: FindingReport, { bold, marked, yellow }: Paint): string {
  const { verdict, reason, run } = story.finding;
  const words = headline(story, report).map((part) =>
    typeof part === "string" ? bold(part) : marked(onOneLine(part.code)),
  );
  const lines = [`${words.join("")}.`];
  if (reason !== undefined) lines.push(yellow(reason));
  if (verdict === "exhausted") lines.push(yellow(`The budget ended first; go on with: culprit resume ${run}`));
  if (verdict === "interrupted") lines.push(yellow(`It was stopped; go on with: culprit resume ${run}`));
  return lines.join("\n");
}

function furtherCauses({ causes }: Finding, { bold, marked }: Paint): string {
  const shown = (entry: CauseEntry) => marked(onOneLine(textOfEntry(entry) || (entry.text ?? "")));
  return causes.map((cause, i) => `${bold(`Cause ${i + 2}: `)}${cause.map(shown).join(" … ")}`).join("\n");
}

const maxOtherFailures = 5;

/** The failures that the search met besides the one it is for. */
function otherFailures({ otherFailures = [] }: Finding, { bold, dim }: Paint): string {
  if (otherFailures.length === 0) return "";
  const refused = otherFailures.reduce((sum, { count }) => sum + count, 0);
  const kinds = counted(otherFailures.length, "other failures");
  const head = bold(
    `On the way, ${kinds} ${otherFailures.length === 1 ? "was" : "were"} met and not mistaken for this one`,
  );
  const lines = otherFailures.slice(0, maxOtherFailures).map(({ failure, count: times, file }) => {
    const witness = file === undefined ? "" : dim(`\n      smallest: ${file}`);
    return `  ${count(times)} ×  ${onOneLine(failure)}${witness}`;
  });
  const more = otherFailures.length - lines.length;
  return [
    `${head} (${counted(refused, "candidates")}):`,
    ...lines,
    ...(more > 0 ? [dim(`  and ${more} more`)] : []),
  ].join("\n");
}

function figuresOf(finding: Finding, report: FindingReport, paint: Paint): string {
  const { tests, seconds, assumptions, notes = [], files, failure } = finding;
  const proof = proofSentence(finding, report);
  return [
    ...(proof === undefined ? [] : [finding.minimal ? paint.green(proof) : proof]),
    ...(report.proofs?.(finding, paint) ?? []),
    testsSentence(tests, seconds),
    ...notes,
    ...assumptions.map(({ seen }) => paint.yellow(`Note: ${seen}`)),
    ...(failure === undefined ? [] : [paint.dim(`The failure: ${failure}`)]),
    ...Object.entries(files).map(([which, path]) => `  ${which}  ${path}${useOfFile(finding, which)}`),
    ...furtherPatches(finding),
  ].join("\n");
}

/** Patches of which `files` has another one of the same name. */
function furtherPatches({ files, patches = [] }: Finding): string[] {
  const known = new Set(Object.values(files));
  return patches
    .filter(({ file }) => !known.has(file))
    .map((patch) => `  ${patch.name}  ${patch.file}  ${patchUse(patch)}`);
}

/** What a patch applies to, and what the test then does. */
function useOfFile({ patches = [] }: Finding, which: string): string {
  const patch = patches.find(({ name }) => name === which);
  return patch ? `  ${patchUse(patch)}` : "";
}
