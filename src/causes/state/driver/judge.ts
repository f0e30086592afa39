/**
 * Runs a driver, and says by its own exit what came of it: 0 like the passing run, 1 like the failing one, 125 neither. Started
 * by culprit as the test, with the path of what is asked for.
 */
import { type StdioOptions, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { commandLine } from "../../../core/command-line.ts";
import { reasonOf } from "../../../core/reason.ts";
import { textOfBytes } from "../report/show-difference.ts";

/** How a run ended and what it printed. */
export interface Ending {
  /** `exit 0`, `SIGSEGV`. */
  readonly status: string;
  readonly output: string;
  /** The output as far as people are shown it. */
  readonly begins: string;
}

const shownBytes = 10_000;

export interface Judged {
  readonly driver: readonly string[];
  /** Decides by the output; empty: the endings do. */
  readonly test: readonly string[];
  readonly pass?: Ending;
  readonly fail?: Ending;
  /** Write here how it ended, and judge nothing. */
  readonly learn?: string;
  /** Milliseconds for all of it, after which this process is killed. */
  readonly timeLimit?: number;
}

const cannotTell = 125;
/** As shells say it of a command that cannot be started. */
const [notExecutable, notFound] = [126, 127];
/** So much of the time limit is left for saying that it was the test which did not end: more where that is little, on a busy machine. */
const reserveOf = (timeLimit: number) => Math.max(0.05 * timeLimit, Math.min(1000, 0.25 * timeLimit));

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await judge(JSON.parse(readFileSync(process.argv[2]!, "utf8"))).catch(toldNothing);

/** An error of ours must not look like the failure. */
function toldNothing(error: unknown): number {
  process.stderr.write(`culprit: the run could not be judged: ${reasonOf(error)}\n`);
  return cannotTell;
}

async function judge({ driver, test, pass, fail, learn, timeLimit }: Judged): Promise<number> {
  const { ending, text, code } = await run(driver);
  // The driver could not do what it was asked to.
  if (code === cannotTell) return cannotTell;
  if (learn !== undefined) {
    writeFileSync(learn, JSON.stringify(ending));
    return 0;
  }
  if (test.length > 0) return decidedBy(test, { status: ending.status, input: text, timeLimit });
  if (isSame(ending, pass)) return 0;
  return isSame(ending, fail) ? 1 : cannotTell;
}

async function run([program, ...words]: readonly string[]) {
  const child = spawn(program!, words, { stdio: ["inherit", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    process.stdout.write(chunk);
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (...end) => resolve(end));
  });
  const text = Buffer.concat(chunks);
  return { ending: { status: signal ?? `exit ${code}`, output: hashOf(text), begins: beginningOf(text) }, text, code };
}

function hashOf(text: Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Whether people are shown all of it. */
export function isWhole({ output, begins }: Ending): boolean {
  return hashOf(Buffer.from(begins)) === output;
}

/** Of what was printed. */
export function beginningOf(text: Buffer): string {
  return textOfBytes(text.subarray(0, shownBytes));
}

interface Ran {
  readonly status: string;
  readonly input: Buffer;
  readonly timeLimit: number | undefined;
}

function decidedBy([program, ...words]: readonly string[], { status, input, timeLimit }: Ran): number {
  const env = { ...process.env, CULPRIT_STATUS: status };
  const left = timeLimit && { timeout: Math.max(1, Math.floor(timeLimit - reserveOf(timeLimit) - performance.now())) };
  const stdio: StdioOptions = ["pipe", "ignore", "inherit"];
  const ran = spawnSync(program!, words, { input, env, stdio, killSignal: "SIGKILL", ...left });
  const code = (ran.error as NodeJS.ErrnoException | undefined)?.code;
  if (code === "ETIMEDOUT") {
    const limit = `${timeLimit! / 1000} s for the program and the test`;
    process.stderr.write(`culprit: the test failed to end in time (${limit}): --timeout gives it more\n`);
    return cannotTell;
  }
  if (ran.status !== null || !ran.error) return ran.status ?? cannotTell;
  process.stderr.write(`culprit: cannot start ${commandLine([program!, ...words])}: ${reasonOf(ran.error)}\n`);
  return code === "ENOENT" ? notFound : notExecutable;
}

export function isSame(a: Ending, b: Ending | undefined): boolean {
  return a.status === b?.status && a.output === b.output;
}
