import type { Output } from "../execution.ts";
import { candidateFiles } from "./candidate.ts";
import type { Identity } from "./identity.ts";
import { linesOf } from "./lines.ts";
import { recognisers } from "./recognisers.ts";

export { describeIdentity, type Identity, sameIdentity } from "./identity.ts";
export { lastErrorLine } from "./last-error-line.ts";

/**
 * The failure that a test's output shows, or undefined if none is recognised. `candidate`: absolute paths and base names
 * of the files under test; frames inside them never count (they vanish as the file shrinks).
 */
export function identify(output: Output, candidate: readonly string[]): Identity | undefined {
  const streams = [linesOf(output.stderr), linesOf(output.stdout)];
  const files = candidateFiles(candidate);
  for (const recognise of recognisers) {
    for (const lines of streams) {
      const identity = recognise(lines, files);
      if (identity !== undefined) return identity;
    }
  }
  return undefined;
}
