import type { RunnerStarted, TestName } from "../../../runtimes/protocol/suite.ts";
import { firstTimeLimit } from "../../run/ends/ends.ts";
import type { Run } from "../../run/run.ts";
import type { SuiteReport, TestRun } from "../../suites/suite-report.ts";
import { type SuiteCommand, suiteWorld } from "../../suites/suite-world.ts";
import { endOf } from "../../suites/test-outcome.ts";
import { type Failure, learnFailure } from "../../trial/failure.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { contentHash } from "../../world/files/content-hash.ts";

/** What the first runs of the command showed. Plain data: it is kept in the record. */
export interface FirstRun {
  /** Of the run that fails, or of the only ones. */
  readonly execution: Execution;
  /** How often it was run until it failed; it passed before. */
  readonly runs: number;
  readonly fails: boolean;
  readonly started?: RunnerStarted;
  readonly tests: readonly TestRun[];
  readonly isParallel: boolean;
  /** The files before it, except ignored ones; undefined: they could not be kept. */
  readonly tree?: string;
}

const file = "first-run.json";
/** A test that passes is run this many times, as long as that takes no longer than this many milliseconds. */
const maxRuns = 20;
const maxTime = 20_000;

/** Runs the command here, and again if it passes. */
export async function runHere(run: Run, command: SuiteCommand, takeTree: () => string | undefined): Promise<FirstRun> {
  const known = run.record.load<FirstRun>(file);
  if (known) return known;
  const tree = takeTree();
  let taken = 0;
  for (let runs = 1; ; runs++) {
    const doing = `Running the test here${runs === 1 ? "" : ` (it passed ${runs - 1 === 1 ? "once" : `${runs - 1} times`})`}`;
    run.listener.onPreparing?.({ doing, seconds: run.seconds });
    const seen = await runOnce(run, command, runs);
    taken += seen.execution.milliseconds;
    if (!seen.fails && runs < maxRuns && taken < maxTime) continue;
    const first: FirstRun = { ...seen, runs, ...(tree === undefined ? {} : { tree }) };
    run.record.save(file, first);
    return first;
  }
}

/** Runs the command here, for the `nth` time. */
export async function runOnce(run: Run, command: SuiteCommand, nth: number): Promise<FirstRun> {
  let report: SuiteReport = { runners: [], tests: [], skipped: [], isParallel: false };
  const world = suiteWorld(command, {
    content: contentHash(`here ${nth}`),
    plan: {},
    onReport: (seen) => {
      report = seen;
    },
  });
  const limit = run.conditions.timeout ?? (run.conditions.budget === undefined ? 20 * firstTimeLimit : undefined);
  const { execution } = await run.execute(world, limit);
  const fails = learnFailure(run.conditions.failure, execution, []) !== undefined;
  const { tests, isParallel } = report;
  const started = report.runners.at(-1);
  return { execution, runs: 1, fails, tests, isParallel, ...(started ? { started } : {}) };
}

/** The failing tests that look alike, the largest group first. */
export interface FailingTests {
  readonly tests: readonly TestRun[];
  readonly failure: Failure;
}

/** Failing tests in groups that count as one failure. */
export function groupFailures({ tests }: FirstRun, mode: Failure["mode"]): FailingTests[] {
  const groups = new Map<string, { tests: TestRun[]; failure: Failure }>();
  for (const test of tests) {
    const failure = test.outcome === "passed" ? undefined : learnFailure(mode, executionOf(test), []);
    if (!failure) continue;
    const key = JSON.stringify(failure);
    groups.set(key, { failure, tests: [...(groups.get(key)?.tests ?? []), test] });
  }
  return [...groups.values()].sort((a, b) => b.tests.length - a.tests.length);
}

export function executionOf(test: TestRun): Execution {
  return { ...endOf(test), milliseconds: test.milliseconds };
}

/** The names of all tests that were seen. */
export function testNames({ tests }: FirstRun): TestName[] {
  return tests.map(({ test }) => test);
}
