import type { TestName } from "../../../runtimes/protocol/suite.ts";
import type { Run } from "../../run/run.ts";
import { testId } from "../../suites/test-id.ts";
import { type Failure, howItEnded, learnFailure, printedMessage } from "../../trial/failure.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { executionOf, type FirstRun, groupFailures } from "./first-run.ts";

/** What fails: one test of a suite, or the command as a whole. */
export interface FailingTest {
  readonly failure: Failure;
  readonly execution: Execution;
  /** Undefined: the command as a whole. */
  readonly test?: TestName;
  readonly id?: string;
  /** How many other tests fail in the same way, and in other ways. */
  readonly alike: number;
  readonly others: number;
}

/** The test to explain: the quickest of those that most failing tests are like. */
export function chooseFailing(run: Run, first: FirstRun): FailingTest {
  const { failure: mode } = run.conditions;
  const groups = groupFailures(first, mode);
  const [group] = groups;
  if (!group) {
    const failure = learnFailure(mode, first.execution, [])!;
    return { failure, execution: first.execution, alike: 0, others: 0 };
  }
  const chosen = [...group.tests].sort((a, b) => a.milliseconds - b.milliseconds)[0]!;
  const all = groups.reduce((sum, { tests }) => sum + tests.length, 0);
  return {
    failure: group.failure,
    execution: executionOf(chosen),
    test: chosen.test,
    id: testId(chosen.test, first.started?.runner, run.record.header.cwd),
    alike: group.tests.length - 1,
    others: all - group.tests.length,
  };
}

/** Minimum time limit of a run, in milliseconds. */
const minTimeLimit = 20_000;

/** In milliseconds. */
export function timeLimitAfter({ conditions }: Run, { execution }: FirstRun): number {
  const { milliseconds, timedOut } = execution;
  return conditions.timeout ?? Math.max(minTimeLimit, Math.round(timedOut ? milliseconds : 10 * milliseconds));
}

/** From now on worlds are judged by this failure. */
export function recordFailure(run: Run, { failure, execution }: FailingTest, first: FirstRun): void {
  if (run.ends) return;
  const milliseconds = Math.round(first.execution.milliseconds);
  const seen = { content: "the first run", ended: howItEnded(execution), milliseconds, runs: 1 };
  const printed = printedMessage(execution, failure, []);
  run.recordEnds({
    failing: { ...seen, outcome: "fail" },
    other: { ...seen, content: "none", outcome: "unresolved" },
    failure,
    ...(printed === undefined ? {} : { printed }),
    timeLimit: timeLimitAfter(run, first),
    repeat: 1,
    executions: run.counts.run,
  });
  run.record.keep("failing.txt", execution.output.stderr || execution.output.stdout);
}
