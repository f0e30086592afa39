import type { Output } from "../process/execution.ts";
import { blank } from "./blank.ts";
import { candidateFiles } from "./candidate.ts";
import { linesOf } from "./lines.ts";
import { printedText } from "./printed-text.ts";

/** The last line that looks like an error, blanked, for a failure that only the exit status identifies. */
export function lastErrorLine(output: Output, candidate: readonly string[]): string | undefined {
  const line = findLine(output);
  return line === undefined ? undefined : blank(line, candidateFiles(candidate));
}

/** The same line as it was printed, for people. */
export function printedErrorLine(output: Output): string | undefined {
  const line = findLine(output);
  return line === undefined ? undefined : printedText(line);
}

/** From standard error, otherwise from standard output. Lines that only count errors are the last resort. */
function findLine(output: Output): string | undefined {
  const streams = [output.stderr, output.stdout].map((stream) => linesOf(stream).filter(isProse));
  return streams.map(lastComplaint).find(Boolean) ?? streams.map(lastSummary).find(Boolean);
}

function lastComplaint(lines: readonly string[]): string | undefined {
  const candidates = lines.filter((line) => !summary.test(line) && !sideNote.test(line));
  return candidates.findLast((line) => announced.test(line)) ?? candidates.findLast((line) => complaint.test(line));
}

function lastSummary(lines: readonly string[]): string | undefined {
  return lines.findLast((line) => summary.test(line));
}

/** Neither empty nor a frame of a stack, nor an excerpt of source code under a compiler's message. */
function isProse(line: string): boolean {
  return /\w/.test(line) && !/^\s*(?:\d+\s*)?\|/.test(line) && !/^\s*(?:at |#\d+ |File ")/.test(line);
}

/** An error word with its colon: `x.c:3:7: error: …`, `error[E0308]: …`, `TypeError: …`, `FAILED: …`. */
const announced = /(?:error|exception|fatal|panic|failed|failure|abort(?:ed)?)(?:\[\w+\]| \w+)?\s*[:!]/i;

const complaint =
  /(?:error|exception)\b|\b(?:err|fatal|fail|failed|fails|failure|panic(?:ked)?|abort(?:ed|ing)?|assert(?:ion)?|cannot|can't|could not|couldn't|unable to|invalid|illegal|unexpected|unknown|unrecognized|unsupported|missing|not found|no such|undefined|denied|refused|corrupt(?:ed)?|deadlock(?:ed)?|mismatch|overflow|segmentation fault|core dumped|killed|bad)\b/i;

/** Lines that accompany an error. */
const sideNote = /\b(?:warning|note|help|hint|info|debug)\b\s*[:\]]/i;

/** Lines that tools print at the end, whatever the error was. */
const summary = new RegExp(
  [
    /^\D{0,12}\d+ (?:errors?|warnings?|failures?|failed|problems?)\b/,
    /\baborting due to\b|\bcould not compile\b|For more information about this error/,
    /^Found \d+ errors?/,
    /^(?:FAIL|FAILED|ERROR|error)\b[\W\d]*$/,
    /^FAIL\t/,
    /\*\*\* \[.*\] (?:Error|Aborted|Segmentation)/,
    /returned (?:non-zero|a non-zero|\d+) exit status|exit(?:ed with)? (?:code|status) \d+/,
    /^npm (?:ERR!|error)/,
    /(?:complete|full) log|submit a (?:full )?bug report|compilation terminated/i,
  ]
    .map((pattern) => pattern.source)
    .join("|"),
  "i",
);
