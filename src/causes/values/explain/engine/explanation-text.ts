import { count, counted, duration } from "../../../../report/quantity.ts";
import type { Clock, InputContent } from "../body-failure.ts";
import type { KeptFile } from "./input-files.ts";
import type { IsolatedInput } from "./isolate-input.ts";
import { shownContent, shownEdit, sizeText } from "./shown-content.ts";
import type { SimplifiedInput } from "./simplify-input.ts";
import { valueText } from "./value/value-text.ts";

export interface RunTotals {
  readonly runs: number;
  /** In milliseconds. */
  readonly elapsed: number;
  readonly budget: number;
}

interface Simplification {
  readonly input: InputContent;
  readonly simplified: SimplifiedInput;
  readonly totals: RunTotals;
  readonly files: readonly KeptFile[];
}

/** What is added to the error of a body whose input was simplified. */
export function simplifiedText({ input, simplified, totals, files }: Simplification): string {
  const { content, minimal, pieces } = simplified;
  const rest = isEmpty(content)
    ? `Even this input fails (${counted(totals.runs, "runs")}): the failure does not depend on the input, or an earlier run leaves something behind.`
    : minimal
      ? `Leave out any one ${pieces}, and it does not fail like this (${counted(totals.runs, "runs")}).`
      : stoppedText(totals);
  return joined([
    `The smallest input that fails like this, ${sizeText(content, input.content)}:`,
    indented(shownContent(content)),
    [rest, ...fileRows(files)].join("\n"),
  ]);
}

/** What is added to the error of a body whose input was compared with a passing one. */
export function isolatedText(isolated: IsolatedInput, totals: RunTotals, files: readonly KeptFile[]): string {
  const { edits, total, minimal } = isolated;
  const shown = edits.slice(0, maxEdits).map(shownEdit);
  const more = edits.length > maxEdits ? [`(${count(edits.length - maxEdits)} more)`] : [];
  const proof = `No smaller difference was found (${counted(totals.runs, "runs")}).`;
  return joined([
    `It fails like this because of ${count(edits.length)} of ${counted(total, "differences")} from the passing input:`,
    indented([...shown, ...more].join("\n")),
    [minimal ? proof : stoppedText(totals), ...fileRows(files)].join("\n"),
  ]);
}

/** What is added if there was no time to begin. */
export function tooSlowText({ firstRun, budget }: Clock): string {
  return `The input was not simplified: the body took ${duration(firstRun)}, and explain has ${duration(budget)}. ${moreTime}`;
}

const moreTime =
  "explain(input, body, { budget: MS }) gives it more; let the test's own time limit be longer than that.";

function stoppedText({ runs, elapsed }: RunTotals): string {
  return `Stopped after ${duration(elapsed)} and ${counted(runs, "runs")}: it may get smaller with more time. ${moreTime}`;
}

/** Maximum number of edits that are shown. */
const maxEdits = 8;

function isEmpty(content: unknown): boolean {
  if (content instanceof Uint8Array) return content.length === 0;
  return ['""', "[]", "{}"].includes(valueText(content));
}

function fileRows(files: readonly KeptFile[]): string[] {
  const width = Math.max(0, ...files.map(({ name }) => name.length));
  return files.map(({ name, path }) => `  ${name.padEnd(width)}  ${path}`);
}

function joined(parts: readonly string[]): string {
  return parts.join("\n\n");
}

function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}
