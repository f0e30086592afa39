import type { RunnerStarted, TestName } from "../../../runtimes/protocol/suite.ts";
import type { TestRun } from "../../suites/suite-report.ts";

/** What is known of a suite, by running it once. Plain data: it is kept in the record, so that a resumed run means the same tests. */
export interface Suite {
  /** In the order in which they ran. */
  readonly tests: readonly SuiteMember[];
  /** Undefined: the user's own commands list and run them. */
  readonly started?: RunnerStarted;
  /** The outcomes are those of this order; otherwise the order is from elsewhere, and what the tests do in it is not known. */
  readonly isObserved: boolean;
  /** culprit made the runner run them in this order, so what it showed is known of that order. */
  readonly isPlanned?: true;
  /** Tests ran at the same time, so the order is not known exactly. */
  readonly isParallel: boolean;
  /** How the whole command ended. */
  readonly ended: string;
  /** How long the whole run took. */
  readonly milliseconds: number;
}

export interface SuiteMember extends Pick<TestRun, "outcome" | "error" | "process" | "milliseconds"> {
  readonly test: TestName;
  /** What people call it. */
  readonly id: string;
}

/** All tests but one. */
export function otherTests({ tests }: Suite, victim: SuiteMember): SuiteMember[] {
  return tests.filter((test) => test !== victim);
}

/** The tests that ran before one, those of its own process only if others ran at the same time. */
export function testsBefore({ tests, isParallel }: Suite, victim: SuiteMember): SuiteMember[] {
  const before = tests.slice(0, tests.indexOf(victim));
  return isParallel ? before.filter(({ process }) => process === victim.process) : before;
}
