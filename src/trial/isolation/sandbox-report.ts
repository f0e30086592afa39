import { UserError } from "../../core/user-error.ts";
import type { TestCommand } from "../command/test-command.ts";
import type { Execution } from "../process/execution.ts";
import { StartError, startError } from "../process/start-error.ts";
import { endingOf } from "../process/wait-status.ts";

/** Reserves space for what `sandbox-init.pl` writes, so that a test that fills the disk cannot suppress it. */
export const blankReport = " ".repeat(63).concat("\n");

/**
 * How a test in a sandbox ended, from how the sandbox itself ended and the report from inside. Throws if the test could not
 * be started, or the sandbox could not be made.
 */
export function endingInside(command: TestCommand, execution: Execution, report: string): Execution {
  if (execution.timedOut) return execution;
  const [, step, number] = /^(status|exec|fork) (\d+) ?\n/.exec(report) ?? [];
  if (step === "status") return { ...execution, ...endingOf(Number(number)) };
  if (step !== undefined) {
    const { message, code } = startError(command, { step, errno: Number(number) });
    throw new StartError(`${message} (in the sandbox)`, code);
  }
  // The sandbox was killed from outside, as when memory runs out, and the test with it.
  if (execution.signal !== undefined) return execution;
  if (execution.exit === 128 + sigkill) return { ...execution, ...endingOf(sigkill) };
  const reason = execution.output.stderr.trim() || `bwrap ended with exit ${execution.exit}`;
  throw new UserError(`Cannot make a sandbox for the test: ${reason}`, 1);
}

const sigkill = 9;
