import { UserError } from "../core/user-error.ts";
import type { Command } from "./command.ts";
import type { Execution } from "./execution.ts";
import { StartError, startError } from "./start-error.ts";
import { endingOf } from "./wait-status.ts";

/** Room enough for what `sandbox-init.pl` has to say, so that a test that fills the disk does not silence it. */
export const blankReport = " ".repeat(63).concat("\n");

/**
 * How the test ended that a sandbox held, from the end of the sandbox and the report from inside. Rejects what is no end
 * of a test: that it could not be started, or that there was no sandbox for it.
 */
export function endingInside(command: Command, execution: Execution, report: string): Execution {
  if (execution.timedOut) return execution;
  const [, step, number] = /^(status|exec|fork) (\d+) ?\n/.exec(report) ?? [];
  if (step === "status") return { ...execution, ...endingOf(Number(number)) };
  if (step !== undefined) {
    const { message, code } = startError(command, step, Number(number));
    throw new StartError(`${message} (in the sandbox)`, code);
  }
  // Killed from outside, as when memory ran out: the test went with it.
  if (execution.signal !== undefined) return execution;
  if (execution.exit === 128 + sigkill) return { ...execution, ...endingOf(sigkill) };
  const said = execution.output.stderr.trim() || `bwrap ended with exit ${execution.exit}`;
  throw new UserError(`No sandbox could be made for a test: ${said}`, 1);
}

const sigkill = 9;
