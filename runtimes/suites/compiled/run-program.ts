import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { StringDecoder } from "node:string_decoder";
import { endBySignal } from "../../shared/end-by-signal.ts";

/** Maximum number of characters of standard error that are kept. */
const maxErrorOutput = 200_000;

export interface RunOptions {
  /** Both outputs are one, in the order in which they were printed. */
  readonly isMerged: boolean;
  readonly started: (process: number) => void;
  readonly printed: (text: string) => void;
}

interface RunEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errorOutput: string;
}

/** Runs a program and reads what it prints. Its standard error is printed here as well. */
export async function runProgram(words: readonly string[], options: RunOptions): Promise<RunEnd> {
  const merging = options.isMerged ? ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh"] : [];
  const child = start([...merging, ...words], ["inherit", "pipe", "pipe"]);
  if (child.pid !== undefined) options.started(child.pid);
  let errorOutput = "";
  readText(child.stdout!, options.printed);
  readText(child.stderr!, (text) => {
    process.stderr.write(text);
    errorOutput = (errorOutput + text).slice(-maxErrorOutput);
  });
  const [status, signal] = await once(child, "close");
  return { status, signal, errorOutput };
}

/** Runs a program as if it had been started instead of this one. */
export async function passThrough(words: readonly string[]): Promise<void> {
  const [status, signal] = await once(start(words, "inherit"), "close");
  endAs({ status, signal });
}

export function endAs({ status, signal }: Pick<RunEnd, "status" | "signal">): void {
  if (signal) endBySignal(signal);
  else process.exitCode = status ?? 1;
}

function start(
  [program = "", ...words]: readonly string[],
  stdio: "inherit" | ["inherit", "pipe", "pipe"],
): ChildProcess {
  const child = spawn(program, words, { stdio });
  // `go test` ends a program that takes too long by a signal.
  for (const signal of ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => child.kill(signal));
  return child;
}

function readText(stream: NodeJS.ReadableStream, use: (text: string) => void): void {
  const decoder = new StringDecoder();
  stream.on("data", (chunk: Buffer) => use(decoder.write(chunk)));
}
