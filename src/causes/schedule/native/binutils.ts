import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);
const found = new Map<string, Promise<string | undefined>>();

/** The name of a binutils program, or of LLVM's version of it; undefined if neither is installed. */
export function findBinutil(name: string): Promise<string | undefined> {
  const known = found.get(name) ?? firstThatRuns([name, `llvm-${name}`]);
  found.set(name, known);
  return known;
}

async function firstThatRuns(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const runs = await run(name, ["--version"]).then(
      () => true,
      () => false,
    );
    if (runs) return name;
  }
  return undefined;
}

/** Runs a program and yields its output line by line: for large modules it does not fit into a string. */
export async function* readOutputLines(program: string, words: readonly string[], input = ""): AsyncGenerator<string> {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  yield* createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
}
