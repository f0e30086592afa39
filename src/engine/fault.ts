import { recordPath } from "./action/actions.ts";
import { isFull } from "./calls/call-error.ts";
import type { ActionEnd } from "./calls/execute-action.ts";
import { EngineError } from "./engine-error.ts";

/** An answer of an engine that shows no outcome. */
export interface Fault {
  readonly end: ActionEnd;
  /** Milliseconds for which a worker had the test, as far as the engine says. */
  readonly took: number;
  /** Milliseconds that the test may take. */
  readonly timeLimit: number | undefined;
}

/** What the user is told if an engine answers like this again and again. */
export function faultError(fault: Fault): EngineError {
  return new EngineError(messageFor(fault));
}

function messageFor({ end, took, timeLimit }: Fault): string {
  const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1000)} s`;
  if (end === "overdue") {
    return `The engine does not end a test that may take ${seconds(timeLimit ?? 0)}: after ${seconds(took)} it had said only that the test runs. Are its workers alive?`;
  }
  if (end === "silent") {
    const limit = timeLimit === undefined ? "" : ` that may take ${seconds(timeLimit)}`;
    return `The engine took a test${limit}, and after ${seconds(took)} it had not said whether the test waits or runs. Are its scheduler and its workers alive?`;
  }
  if (end === "timed out") {
    const limit = timeLimit === undefined ? "has no time limit" : `may take ${seconds(timeLimit)}`;
    return `The engine ended a test after ${seconds(took)}, but the test ${limit}: the engine has a lower limit of its own. Give a lower --timeout, or raise the engine's.`;
  }
  if (end.outputFiles.some(({ path }) => path === recordPath)) {
    return "The engine answers with records that are not of the test that it was to run. Is its cache damaged, or written to by others?";
  }
  const printed = Buffer.from(end.stderrRaw).toString("utf8").trim().slice(-500);
  return `The engine's workers cannot run a test: its first process ended with exit ${end.exitCode} and wrote no record${printed ? ` (${printed})` : ""}. ${adviceFor(end.exitCode, printed)}`;
}

function adviceFor(exitCode: number, printed: string): string {
  if (isFull(printed)) return "A worker has no space left: make room on its disk.";
  if (isBySignal(exitCode)) return "Did the test kill it, or did the worker run out of memory?";
  const needs = "A worker needs perl, cp and the programs of your test: are they in its image";
  // A process that could not be started was killed by no test.
  return exitCode === 126 || exitCode === 127
    ? `${needs}?`
    : `${needs}, or did the test kill the process that runs it?`;
}

/** As shells have it, or as a negative number. */
function isBySignal(exitCode: number): boolean {
  return exitCode < 0 || (exitCode > 128 && exitCode <= 128 + 64);
}
