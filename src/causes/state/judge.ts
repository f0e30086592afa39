/**
 * Runs a driver, and says by its own exit what came of it: 0 like the passing run, 1 like the failing one, 125 neither. Started
 * by culprit as the test, with the path of what is asked for.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { commandLine } from "../../core/command-line.ts";
import { reasonOf } from "../../core/reason.ts";

/** How a run ended and what it printed. */
export interface Ending {
  /** `exit 0`, `SIGSEGV`. */
  readonly status: string;
  readonly output: string;
  /** The output as far as people are shown it. */
  readonly begins: string;
}

const shownCharacters = 10_000;

export interface Judged {
  readonly driver: readonly string[];
  /** Decides by the output; empty: the endings do. */
  readonly test: readonly string[];
  readonly pass?: Ending;
  readonly fail?: Ending;
  /** Write here how it ended, and judge nothing. */
  readonly learn?: string;
}

const cannotTell = 125;
/** As shells say it of a command that cannot be started. */
const [notExecutable, notFound] = [126, 127];

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await judge(JSON.parse(readFileSync(process.argv[2]!, "utf8")));

async function judge({ driver, test, pass, fail, learn }: Judged): Promise<number> {
  const { ending, text, code } = await run(driver);
  // The driver could not do what it was asked to.
  if (code === cannotTell) return cannotTell;
  if (learn !== undefined) {
    writeFileSync(learn, JSON.stringify(ending));
    return 0;
  }
  if (test.length > 0) return decidedBy(test, ending, text);
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
  const output = createHash("sha256").update(text).digest("hex");
  const begins = text.subarray(0, shownCharacters).toString().trimEnd();
  return { ending: { status: signal ?? `exit ${code}`, output, begins }, text, code };
}

function decidedBy([program, ...words]: readonly string[], { status }: Ending, input: Buffer): number {
  const env = { ...process.env, CULPRIT_STATUS: status };
  const { status: exit, error } = spawnSync(program!, words, { input, env, stdio: ["pipe", "ignore", "inherit"] });
  if (exit !== null || !error) return exit ?? cannotTell;
  process.stderr.write(`culprit: cannot start ${commandLine([program!, ...words])}: ${reasonOf(error)}\n`);
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? notFound : notExecutable;
}

export function isSame(a: Ending, b: Ending | undefined): boolean {
  return a.status === b?.status && a.output === b.output;
}
