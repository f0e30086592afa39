/**
 * Runs a driver and reports by its own exit status what came of it: 0 if the run passes, 1 if it fails, 125 if neither. culprit
 * starts this file as the test, with the path of a `JudgeInput`.
 */
import { type StdioOptions, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { commandLine } from "../../../core/command-line.ts";
import { reasonOf } from "../../../core/reason.ts";
import { type Ending, isSameEnding, programEnding, runnerEnding } from "./ending.ts";

/** How to tell whether a run passes or fails. */
export interface Criterion {
  /** Decides by the output; empty: the endings decide. */
  readonly test: readonly string[];
  readonly pass?: Ending;
  readonly fail?: Ending;
  /** The program is a test runner: the kinds of errors that it reports count, because it prints times and the names of tests. */
  readonly byErrors?: true;
}

export interface JudgeInput extends Criterion {
  readonly driver: readonly string[];
  /** Write the ending to this file instead of judging it. */
  readonly endingFile?: string;
  /** Milliseconds for the driver and the test together; culprit kills this process after that. */
  readonly timeLimit?: number;
}

const unresolved = 125;
/** The exit statuses of shells for commands that cannot be started. */
const [notExecutable, notFound] = [126, 127];

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await judge(JSON.parse(readFileSync(process.argv[2]!, "utf8"))).catch(reportError);

/** An error of our own must not look like the failure. */
function reportError(error: unknown): number {
  process.stderr.write(`culprit: the run could not be judged: ${reasonOf(error)}\n`);
  return unresolved;
}

async function judge({ driver, endingFile, timeLimit, ...criterion }: JudgeInput): Promise<number> {
  const { status, output, stderr, code } = await runDriver(driver, criterion.byErrors === true);
  // The driver could not carry out its plan.
  if (code === unresolved) return unresolved;
  const ending = criterion.byErrors
    ? runnerEnding(status, Buffer.concat([output, stderr]).toString())
    : programEnding(status, output);
  if (endingFile !== undefined) {
    writeFileSync(endingFile, JSON.stringify(ending));
    return 0;
  }
  const { test, pass, fail } = criterion;
  if (test.length > 0) return runTest(test, { status, output, timeLimit });
  if (isSameEnding(ending, pass)) return 0;
  return isSameEnding(ending, fail) ? 1 : unresolved;
}

async function runDriver([program, ...words]: readonly string[], readsErrors: boolean) {
  const child = spawn(program!, words, { stdio: ["inherit", "pipe", readsErrors ? "pipe" : "inherit"] });
  const [output, stderr] = [collect(child.stdout!, process.stdout), collect(child.stderr, process.stderr)];
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (...end) => resolve(end));
  });
  return { status: signal ?? `exit ${code}`, output: Buffer.concat(output), stderr: Buffer.concat(stderr), code };
}

/** What comes through a stream, which is also passed on. */
function collect(from: Readable | null, to: NodeJS.WriteStream): Buffer[] {
  const chunks: Buffer[] = [];
  from?.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    to.write(chunk);
  });
  return chunks;
}

interface DriverRun {
  readonly status: string;
  readonly output: Buffer;
  readonly timeLimit: number | undefined;
}

function runTest([program, ...words]: readonly string[], { status, output, timeLimit }: DriverRun): number {
  const env = { ...process.env, CULPRIT_STATUS: status };
  const stdio: StdioOptions = ["pipe", "ignore", "inherit"];
  const limit = timeLimit && { timeout: millisecondsLeft(timeLimit) };
  const ran = spawnSync(program!, words, { input: output, env, stdio, killSignal: "SIGKILL", ...limit });
  const code = (ran.error as NodeJS.ErrnoException | undefined)?.code;
  if (code === "ETIMEDOUT") {
    const both = `${timeLimit! / 1000} s for the program and the test together`;
    process.stderr.write(`culprit: the test failed to finish in time (${both}); use --timeout to give it more\n`);
    return unresolved;
  }
  if (ran.status !== null || !ran.error) return ran.status ?? unresolved;
  process.stderr.write(`culprit: cannot start ${commandLine([program!, ...words])}: ${reasonOf(ran.error)}\n`);
  return code === "ENOENT" ? notFound : notExecutable;
}

/** Keeps some of the time limit in reserve, to report that the test did not finish: relatively more where the limit is short. */
function millisecondsLeft(timeLimit: number): number {
  const reserve = Math.max(0.05 * timeLimit, Math.min(1000, 0.25 * timeLimit));
  return Math.max(1, Math.floor(timeLimit - reserve - performance.now()));
}
