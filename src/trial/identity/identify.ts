import type { Output } from "../process/execution.ts";
import { candidateFiles } from "./candidate.ts";
import { describeMessage, type Identity } from "./identity.ts";
import { linesOf } from "./lines.ts";
import { lineWith, printedText } from "./printed-text.ts";
import type { RecognisedFailure } from "./recogniser.ts";
import { recognisers } from "./recognisers.ts";

export { describeIdentity, type Identity, identityKey, sameIdentity } from "./identity.ts";
export { lastErrorLine, printedErrorLine } from "./last-error-line.ts";

/** A failure in a test's output: what identifies it, and what was printed. */
export interface Recognition {
  readonly identity: Identity;
  /** Kind and message as they were printed, for people. */
  readonly printed: string;
  /** The whole line that has the message. */
  readonly line: string;
}

/**
 * The failure that a test's output shows, or undefined if none is recognised. `candidate`: absolute paths and base names
 * of the files under test; frames inside them never count (they vanish as the file shrinks).
 */
export function identify(output: Output, candidate: readonly string[]): Identity | undefined {
  return recognise(output, candidate)?.identity;
}

/** The same, together with what was printed. */
export function recognise(output: Output, candidate: readonly string[]): Recognition | undefined {
  const found = firstRecognised(output, candidate);
  if (found === undefined) return undefined;
  const { printed: message, printedKind, ...identity } = found;
  const kind = printedKind ?? identity.kind;
  const printed = printedText(describeMessage(kind, message));
  return { identity, printed, line: lineWith(output, { kind, message }) ?? printed };
}

function firstRecognised(output: Output, candidate: readonly string[]): RecognisedFailure | undefined {
  const streams = [linesOf(output.stderr), linesOf(output.stdout)];
  const files = candidateFiles(candidate);
  for (const recogniser of recognisers) {
    for (const lines of streams) {
      const found = recogniser(lines, files);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
