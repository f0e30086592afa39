import type { Story } from "../../core/finding.ts";
import type { FindingReport } from "../finding-report.ts";
import { nextAfterCause } from "../next-after-cause.ts";
import { nextWithoutCause } from "../next-without-cause.ts";
import { counted } from "../quantity.ts";
import { paint } from "./paint.ts";
import { type SummaryParts, summaryParts } from "./summary.ts";

/** Maximum number of lines that an agent gets, and of characters of one. What there is besides is in the record. */
const maxLines = 40;
const maxLength = 240;
const maxAnswer = 8;
const maxFigures = 12;

/**
 * A finding for a coding agent: the answer first, then the evidence as far as it fits, and the command to go on with, in which
 * culprit is called `program`.
 */
export function agentSummary(story: Story, report: FindingReport, program = "culprit"): string {
  const next = nextSteps(story, report);
  const rest = `: culprit show ${story.finding.run}`;
  const lines = [...shortSummary(story, report, { max: maxLines - next.length, rest }), ...next];
  return `${lines.map((line) => withProgram(line, program)).join("\n")}\n`;
}

interface ShortSummaryOptions {
  /** Maximum number of lines, more than 22. */
  readonly max: number;
  /** Where the other lines are, after their number. */
  readonly rest: string;
}

/** The answer and what was proved, and between them as much of the evidence as fits. */
export function shortSummary(story: Story, report: FindingReport, { max, rest }: ShortSummaryOptions): string[] {
  const { answer, evidence, figures } = linesOf(summaryParts(story, report, paint(false)));
  const clip = (lines: readonly string[], most: number) => clipped(lines, { most, rest });
  const head = clip(answer, maxAnswer);
  const foot = ["", ...clip(figures, maxFigures)];
  const room = max - head.length - foot.length - 1;
  const middle = evidence.length === 0 ? [] : ["", ...clip(evidence, room)];
  return [...head, ...middle, ...foot].map(shortened);
}

function linesOf({ answer, evidence, figures }: SummaryParts) {
  const shown = evidence.filter((part) => part !== "");
  return {
    answer: answer.split("\n"),
    evidence: shown.join("\n\n").split("\n").filter(hasText),
    figures: figures.split("\n"),
  };
}

function hasText(line: string): boolean {
  return line.trim() !== "";
}

function clipped(lines: readonly string[], { most, rest }: { readonly most: number; readonly rest: string }): string[] {
  if (lines.length <= most) return [...lines];
  const left = lines.length - (most - 1);
  return [...lines.slice(0, most - 1), `… ${counted(left, "more lines")}${rest}`];
}

/** A command that lacks its end cannot be run, so commands stay whole, however long they are. */
const command = /^ {2}(?:passes|fails|again) {2}/;

function shortened(line: string): string {
  return line.length <= maxLength || command.test(line) ? line : `${line.slice(0, maxLength - 1)}…`;
}

/** Commands of culprit as they can be run here. Lines of code, which are indented further, are not ours. */
function withProgram(line: string, program: string): string {
  return line.replaceAll(/(^(?: {2}(?:passes|fails|again) +)?|^(?! {4}).*?: )culprit (?=[a-z])/g, `$1${program} `);
}

function nextSteps(story: Story, report: FindingReport): string[] {
  return [`Next: ${nextStep(story, report)}`, `All of it: culprit show ${story.finding.run} --json`];
}

function nextStep(story: Story, report: FindingReport): string {
  const { verdict, run } = story.finding;
  if (verdict === "not-reproduced") return nextWithoutCause(story, report);
  return verdict === "found" ? nextAfterCause(story, report) : `culprit resume ${run} --budget 10m`;
}
