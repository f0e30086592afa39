import { createHash } from "node:crypto";
import { withoutAddresses } from "../../../trial/identity/memory-addresses.ts";
import { errorNames } from "./error-names.ts";
import { textOfBytes } from "./escape.ts";

/** How a run ended and what it printed. */
export interface Ending {
  /** `exit 0`, `SIGSEGV`. */
  readonly status: string;
  readonly outputHash: string;
  /** As much of the output as people are shown. */
  readonly outputStart: string;
}

const maxShownBytes = 10_000;

export function programEnding(status: string, output: Buffer): Ending {
  return { status, outputHash: hashOf(output), outputStart: outputStartOf(output) };
}

/** For test runners, whose output is another one each time: how it ended, and which kinds of errors it reported. */
export function runnerEnding(status: string, output: string): Ending {
  const names = status === "exit 0" ? [] : errorNames(output);
  return programEnding(status, Buffer.from(names.join("\n")));
}

export function outputStartOf(output: Buffer): string {
  return textOfBytes(output.subarray(0, maxShownBytes));
}

export function isSameEnding(a: Ending, b: Ending | undefined): boolean {
  return a.status === b?.status && a.outputHash === b.outputHash;
}

/** Whether `outputStart` is the whole output. */
export function hasWholeOutput({ outputHash, outputStart }: Ending): boolean {
  return hashOf(Buffer.from(outputStart)) === outputHash;
}

function hashOf(output: Buffer): string {
  return createHash("sha256").update(withoutAddresses(output)).digest("hex");
}
