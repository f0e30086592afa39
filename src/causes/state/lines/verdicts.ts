import { readFileSync } from "node:fs";
import { contentHash } from "../../../world/files/content-hash.ts";
import type { StateRun } from "../state-run.ts";
import type { LineRun } from "./batch.ts";
import type { ProgramRun } from "./program-runs.ts";

/** How a run ended and what it printed. */
export type LineEnding = Pick<LineRun, "status" | "outputHash">;

/** Judges runs with changed lines. */
export interface Verdicts {
  /** How people can tell that a failing run passes, as part of a sentence. */
  readonly criterion: "expected" | "test" | "status";
  readonly passes: (program: ProgramRun, run: LineRun) => Promise<boolean>;
}

/**
 * A failing run passes if it prints what is expected, or if the test says so; without either, if it ends with the exit status of the
 * passing run. Undefined: nothing can tell.
 */
export function verdictsFor(stateRun: StateRun): Verdicts | undefined {
  const { request, criterion } = stateRun;
  if (request.expected.length > 0) return { criterion: "expected", passes: printsExpected };
  if (criterion.test.length > 0) return { criterion: "test", passes: (_, run) => passesTest(stateRun, run) };
  const { pass, fail } = criterion;
  if (!pass || pass.status === fail?.status) return undefined;
  return { criterion: "status", passes: async (_, { status }) => status === pass.status };
}

async function printsExpected({ expected }: ProgramRun, { status, outputHash }: LineRun): Promise<boolean> {
  return status === "exit 0" && expected !== undefined && contentHash(readFileSync(expected)) === outputHash;
}

const known = new WeakMap<StateRun, Map<string, Promise<boolean>>>();

/** The test looks only at the output and the status: it is run once for each. */
function passesTest(stateRun: StateRun, run: LineRun): Promise<boolean> {
  if (run.status === "time limit") return Promise.resolve(false);
  const verdicts = known.get(stateRun) ?? new Map<string, Promise<boolean>>();
  known.set(stateRun, verdicts);
  const key = `${run.status} ${run.outputHash}`;
  const verdict = verdicts.get(key) ?? runTest(stateRun, run);
  verdicts.set(key, verdict);
  return verdict;
}

async function runTest({ run, request, criterion }: StateRun, { status, outputFile }: LineRun): Promise<boolean> {
  const { cwd } = request;
  const world = {
    content: contentHash(outputFile),
    make: () => ({
      argv: criterion.test,
      cwd,
      environment: { CULPRIT_CWD: cwd, CULPRIT_STATUS: status },
      stdin: outputFile,
      candidate: [],
    }),
  };
  try {
    return (await run.execute(world, run.conditions.timeout ?? run.ends?.timeLimit)).execution.exit === 0;
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return false;
  }
}

export function isSameEnd(one: LineEnding, other: LineEnding): boolean {
  return one.status === other.status && one.outputHash === other.outputHash;
}
