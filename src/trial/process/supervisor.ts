import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { constants as files } from "node:fs";
import { rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { TestCommand } from "../command/test-command.ts";
import type { Execution } from "./execution.ts";
import { killMarked } from "./marked-processes.ts";
import { perlEnvironment } from "./perl-environment.ts";
import { runRequest } from "./run-request.ts";
import { startError } from "./start-error.ts";
import { encodeFrame, FrameReader, type Reply, readReply } from "./supervisor-frames.ts";
import { endingOf } from "./wait-status.ts";

export type { TestCommand } from "../command/test-command.ts";
export { StartError } from "./start-error.ts";

/** The process that runs the tests could not be started, or has ended. */
export class SupervisorError extends Error {
  override readonly name = "SupervisorError";
}

/** A command was aborted before it began. */
export class NotBegun extends Error {
  override readonly name = "NotBegun";
}

/**
 * Runs commands from a small separate process (`supervisor.pl`), and reports the end of one only when all processes it
 * started are gone. However this process ends, that one ends with it and removes the folder. It keeps Node running only
 * while a command runs.
 */
export class Supervisor {
  readonly #folder: string;
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #ended: Promise<void>;
  readonly #pending = new Map<number, Pending>();
  #requests = 0;
  #closing = false;
  #failure: SupervisorError | undefined;

  /** `folder` is removed at the end, with everything in it. At most `jobs` commands run at a time; others wait. */
  static start(options: { readonly folder: string; readonly jobs?: number }): Supervisor {
    return new Supervisor(resolve(options.folder), options.jobs ?? unlimited);
  }

  private constructor(folder: string, jobs: number) {
    this.#folder = folder;
    this.#process = startProcess(folder, jobs);
    this.#process.stdin.on("error", () => {}); // its exit status explains more
    const frames = new FrameReader();
    this.#process.stdout.on("data", (chunk: Buffer) => {
      for (const body of frames.read(chunk)) this.#settle(readReply(body));
    });
    let complaints = "";
    this.#process.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints = (complaints + text).slice(-2000);
    });
    this.#ended = once(this.#process, "close").then(
      ([status, signal]) => {
        if (!this.#closing) killMarked(this.#process.pid!);
        this.#fail(
          `the process that runs the tests has ended unexpectedly (${signal ?? status}). Did a test kill it? ${complaints}`,
        );
      },
      (error: Error) =>
        this.#fail(`cannot start perl, which runs the tests (${error.message}). Install perl, or add it to PATH.`),
    );
    this.#holdNode();
  }

  /**
   * Runs the command. Rejects with a StartError if it could not be started, and with the signal's reason if it was
   * aborted, once its processes are gone.
   */
  execute(command: TestCommand, signal?: AbortSignal): Promise<Execution> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#failure) throw this.#failure;
      const id = ++this.#requests;
      const request = runRequest(id, command);
      const abort = () => this.#process.stdin.write(encodeFrame(["kill", String(id)]));
      if (signal) setMaxListeners(0, signal); // one per running command is no leak
      signal?.addEventListener("abort", abort, { once: true });
      this.#pending.set(id, { command, signal, abort, resolve, reject });
      this.#process.stdin.write(request);
      this.#holdNode();
    });
  }

  /** Gives up the slot of a turn (`TestCommand.turn`), none of whose commands is running. */
  endTurn(turn: number): void {
    this.#process.stdin.write(encodeFrame(["over", String(turn)]));
  }

  /** Kills all running commands and removes the folder; resolves when both are gone. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#failure ??= new SupervisorError("the process that runs the tests has been closed");
    this.#holdNode();
    this.#process.stdin.end();
    await this.#ended;
    await rm(this.#folder, { recursive: true, force: true }); // in case it died before it could
  }

  #settle(reply: Reply): void {
    const pending = this.#forget(reply.id);
    if (!pending) return;
    const { command, signal } = pending;
    if (reply.ending === "not begun") pending.reject(new NotBegun());
    else if (signal?.aborted) pending.reject(signal.reason);
    else if (reply.ending === "not started")
      pending.reject(startError(command, { step: reply.stdout, errno: reply.status }));
    else pending.resolve(execution(reply));
  }

  #fail(sentence: string): void {
    this.#failure ??= new SupervisorError(sentence.trim());
    for (const id of [...this.#pending.keys()]) this.#forget(id)?.reject(this.#failure);
  }

  #forget(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    pending?.signal?.removeEventListener("abort", pending.abort);
    this.#pending.delete(id);
    this.#holdNode();
    return pending;
  }

  /** Keeps Node running while the process still has something to report. */
  #holdNode(): void {
    const isNeeded = this.#closing || this.#pending.size > 0;
    const { stdin, stdout, stderr } = this.#process;
    for (const one of [this.#process, stdin, stdout, stderr] as Socket[]) isNeeded ? one.ref() : one.unref();
  }
}

interface Pending {
  readonly command: TestCommand;
  readonly signal: AbortSignal | undefined;
  readonly abort: () => void;
  readonly resolve: (execution: Execution) => void;
  readonly reject: (reason: unknown) => void;
}

const unlimited = 1e6;

function startProcess(folder: string, jobs: number): ChildProcessByStdio<Writable, Readable, Readable> {
  const calls = (process.platform === "linux" && systemCalls[process.arch]) || [0, 0, 0];
  const program = fileURLToPath(new URL("./supervisor.pl", import.meta.url));
  const numbers = [jobs, ...calls, files.O_NONBLOCK].map(String);
  const { changes, forTests } = perlEnvironment(process.env);
  return spawn("perl", [program, folder, ...numbers, ...forTests], {
    detached: true,
    env: { ...process.env, ...changes },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** The numbers of prctl, clock_gettime and dup3 on Linux, for which Perl has no names. */
const systemCalls: Partial<Record<string, readonly number[]>> = { x64: [157, 228, 292], arm64: [167, 113, 24] };

function execution(reply: Reply): Execution {
  const { milliseconds, stdout, stderr, dropped } = reply;
  return {
    ...endingOf(reply.status),
    timedOut: reply.ending === "timed out",
    milliseconds,
    output: { stdout, stderr, dropped },
  };
}
