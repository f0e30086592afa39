import type { Afterwards } from "../../../trial/experiment.ts";
import type { Execution } from "../../../trial/process/execution.ts";
import { StartError } from "../../../trial/process/start-error.ts";
import { type Ending, isSameEnding, programEnding, runnerEnding } from "./ending.ts";
import type { OutputSplice } from "./printed-output.ts";

/** How to tell whether a run passes or fails. */
export interface Criterion {
  /** Decides by the output; empty: the endings decide. */
  readonly test: readonly string[];
  readonly pass?: Ending;
  readonly fail?: Ending;
  /** With a test: judge what the failing run had printed at the place, and then what this run prints. */
  readonly splice?: OutputSplice;
  /** The program is a test runner: the kinds of errors that it reports count, because it prints times and the names of tests. */
  readonly byErrors?: true;
}

/** A run of the program that has ended. */
export interface EndedRun {
  /** `exit 0`, `SIGSEGV`. */
  readonly status: string;
  readonly output: Buffer;
  readonly stderr: string;
  /** The file that holds the output. */
  readonly outputFile: string;
}

/** A judgement as the exit status of a test: 0 if the run passes, 125 if it cannot be judged, anything else if it fails. */
export interface Verdict {
  readonly exit: number;
  /** What the test wrote to standard error, or why there is no judgement. */
  readonly stderr?: string;
  /** Milliseconds that the test took. */
  readonly milliseconds?: number;
}

export const unresolved = 125;
/** The exit statuses of shells for commands that cannot be started. */
const [notExecutable, notFound] = [126, 127];

/** Judges a run by its test, or by its ending where there is none. */
export async function judgeRun(
  ended: EndedRun,
  criterion: Criterion,
  { run, timeLimit }: Afterwards,
): Promise<Verdict> {
  const { status, outputFile } = ended;
  const { test, pass, fail } = criterion;
  if (test.length > 0)
    return runTest(() => run({ argv: test, environment: { CULPRIT_STATUS: status }, stdin: outputFile }), timeLimit);
  const ending = endingOf(ended, criterion);
  if (isSameEnding(ending, pass)) return { exit: 0 };
  return { exit: isSameEnding(ending, fail) ? 1 : unresolved };
}

/** How a run ended, as far as that matters. */
export function endingOf({ status, output, stderr }: EndedRun, { byErrors }: Criterion): Ending {
  return byErrors ? runnerEnding(status, output.toString() + stderr) : programEnding(status, output);
}

async function runTest(run: () => Promise<Execution>, timeLimit: number | undefined): Promise<Verdict> {
  try {
    const { exit = unresolved, timedOut, milliseconds, output } = await run();
    return timedOut
      ? { exit: unresolved, stderr: output.stderr + lateMessage(timeLimit!), milliseconds }
      : { exit, stderr: output.stderr, milliseconds };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const stderr = `culprit: ${error.message}\n`;
    return { exit: error.code === "ENOENT" ? notFound : notExecutable, stderr };
  }
}

function lateMessage(timeLimit: number): string {
  const both = `${timeLimit / 1000} s for the program and the test together`;
  return `culprit: the test failed to finish in time (${both}); use --timeout to give it more\n`;
}
