/** What a run had printed when it came to a place: a driver marks that in the output (`DriverPlan.mark`). */
import { writeFileSync } from "node:fs";

/** No program prints this. */
export const placeMark = "\0culprit: the place\0";

/** The output of a run that was marked at a place. */
interface MarkedOutput {
  readonly before: Buffer;
  /** What the program had printed by then, but not yet handed to the system. A crash may have lost it: then it is undefined. */
  readonly buffered: Buffer | undefined;
  readonly rest: Buffer;
}

/** What the failing run had printed at a place; each text has one character for each byte. */
export interface PrintedText {
  readonly before: string;
  readonly buffered: string;
}

/** The same, with what the run printed from there on. */
export interface PrintedAtPlace extends PrintedText {
  readonly rest: string;
}

/** How to judge a changed run by what the failing run had printed at the place, instead of what the passing run had. */
export interface OutputSplice {
  readonly failing: PrintedText;
  /** What the passing run prints from there on: a run that prints the same is judged by its own output. */
  readonly passingRest?: string;
}

/** The output that is judged, without the mark. */
export function outputToJudge(output: Buffer, { splice, printedFile }: PrintedOptions): Buffer {
  const marked = splitAtMark(output);
  if (!marked) return output;
  if (printedFile !== undefined) writeFileSync(printedFile, JSON.stringify(printedAtPlace(marked)));
  return splice ? splicedOutput(marked, splice) : ownOutput(marked);
}

export interface PrintedOptions {
  readonly splice?: OutputSplice;
  /** Where to write what was printed before and after the place (`PrintedAtPlace`). */
  readonly printedFile?: string;
}

/** Undefined: the driver set no mark, because the program's standard output is not that of the run. */
function splitAtMark(output: Buffer): MarkedOutput | undefined {
  const start = output.indexOf(placeMark);
  const end = output.indexOf(";", start);
  if (start === -1 || end === -1) return undefined;
  const count = Number(output.toString("latin1", start + placeMark.length, end));
  const after = output.subarray(end + 1);
  const isLost = after.length < count;
  return {
    before: output.subarray(0, start),
    buffered: isLost ? undefined : after.subarray(0, count),
    rest: isLost ? after : after.subarray(count),
  };
}

function printedAtPlace({ before, buffered, rest }: MarkedOutput): PrintedAtPlace {
  return {
    before: before.toString("latin1"),
    buffered: buffered?.toString("latin1") ?? "",
    rest: rest.toString("latin1"),
  };
}

/** All that the run itself printed. */
function ownOutput({ before, buffered, rest }: MarkedOutput): Buffer {
  return Buffer.concat([before, buffered ?? Buffer.alloc(0), rest]);
}

/** What the failing run had printed, and then what this run prints. */
function splicedOutput(marked: MarkedOutput, { failing, passingRest }: OutputSplice): Buffer {
  const { buffered, rest } = marked;
  if (rest.toString("latin1") === passingRest) return ownOutput(marked);
  const before = buffered ? failing.before + failing.buffered : failing.before;
  return Buffer.concat([Buffer.from(before, "latin1"), rest]);
}
