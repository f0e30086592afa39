import type { SuiteTest } from "../../../suites/suite-test.ts";
import type { ExecutedLines } from "./nearest.ts";

/** What a run of a test runner showed. */
export interface TestsRun {
  /** `exit 0`, `SIGSEGV`. */
  readonly status: string;
  readonly tests: readonly SuiteTest[];
  /** Those of the program, without tests. */
  readonly lines: ExecutedLines;
  readonly milliseconds: number;
  /** What it printed to standard output. */
  readonly printed: string;
}
