import type { TestCommand } from "../../trial/command/test-command.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { StartError, startError } from "../../trial/process/start-error.ts";
import type { Reply } from "../../trial/process/supervisor-frames.ts";
import { endingOf } from "../../trial/process/wait-status.ts";
import type { TestAction } from "./test-action.ts";
import type { WorkerRecord } from "./worker-record.ts";

/** How a test ended on a worker, in the words of this machine. Throws a StartError if it could not be started. */
export function executionOf(record: WorkerRecord, action: TestAction): Execution {
  const build = record.build && endOf(record.build, record, action);
  if (build && (build.exit !== 0 || !record.test)) return { ...build, unbuilt: true };
  const test = endOf(record.test!, record, action);
  return { ...test, milliseconds: test.milliseconds + (build?.milliseconds ?? 0) };
}

function endOf(reply: Reply, { root }: WorkerRecord, { paths, command }: TestAction): Execution {
  if (reply.ending === "not started") {
    const { message, code } = startError(command, { step: reply.stdout, errno: reply.status }, reasonThere);
    throw new StartError(`on a worker of the engine, ${message}`, code);
  }
  const { milliseconds, stdout, stderr, dropped } = reply;
  return {
    ...endingOf(reply.status),
    timedOut: reply.ending === "timed out",
    milliseconds,
    output: { stdout: paths.fromWorker(stdout, root), stderr: paths.fromWorker(stderr, root), dropped },
  };
}

/** The files of this machine say nothing about those of a worker. */
function reasonThere({ argv: [program = ""] }: TestCommand, code: string): string | undefined {
  if (code === "EACCES") return "it is not executable there";
  if (code !== "ENOENT") return undefined;
  return program.includes("/")
    ? "it is not there, or the interpreter that it needs is not; install it on the workers, or send it with --upload"
    : "no such command in PATH there; install it on the workers";
}
