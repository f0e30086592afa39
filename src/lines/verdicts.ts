import { readFileSync } from "node:fs";
import type { Run } from "../run/run.ts";
import { withoutAddresses } from "../trial/identity/memory-addresses.ts";
import { contentHash } from "../world/files/content-hash.ts";
import type { LineRun } from "./line-run.ts";
import type { ProgramRun } from "./program-run.ts";

/** How a run ended and what it printed. */
export type LineEnding = Pick<LineRun, "status" | "outputHash">;

/** Judges failing runs with changed lines: whether they pass. */
export type Verdicts = (program: ProgramRun, run: LineRun) => Promise<boolean>;

/** It prints what it should, and ends like a run that passes. */
export function printsExpected(wanted: string): Verdicts {
  return async ({ expected }, { status, outputHash }) =>
    (status === wanted || status === "exit 0") &&
    expected !== undefined &&
    contentHash(withoutAddresses(readFileSync(expected))) === outputHash;
}

export function endsWith(wanted: string): Verdicts {
  return async (_, { status }) => status === wanted;
}

/** By a test that gets the output on standard input. It looks at nothing but that and the status: it is run once for each. */
export function passesTest(run: Run, test: readonly string[], cwd: string): Verdicts {
  const known = new Map<string, Promise<boolean>>();
  return async (_, each) => {
    if (each.status === "time limit") return false;
    const key = `${each.status} ${each.outputHash}`;
    const verdict = known.get(key) ?? runTest(run, { test, cwd }, each);
    known.set(key, verdict);
    return verdict;
  };
}

interface Test {
  readonly test: readonly string[];
  readonly cwd: string;
}

async function runTest(run: Run, { test, cwd }: Test, { status, outputFile }: LineRun): Promise<boolean> {
  const environment = { CULPRIT_CWD: cwd, CULPRIT_STATUS: status };
  const world = {
    content: contentHash(outputFile),
    make: () => ({ argv: test, cwd, environment, stdin: outputFile, candidate: [] }),
  };
  try {
    return (await run.execute(world, run.conditions.timeout ?? run.ends?.timeLimit)).execution.exit === 0;
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return false;
  }
}
