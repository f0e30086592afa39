import type { Run } from "../../run/run.ts";
import type { SuiteCommand } from "../../suites/suite-world.ts";
import type { TestsRequest } from "./request.ts";
import type { Suite, SuiteMember } from "./suite.ts";

/** A test that fails with some tests before it, and passes with others, and all that is needed to find out why. */
export interface VictimSearch {
  readonly run: Run;
  readonly request: TestsRequest;
  readonly suite: Suite;
  readonly command: SuiteCommand;
  readonly victim: SuiteMember;
  /** Tests that decided how another one ends: they are tried first. */
  readonly guess: readonly SuiteMember[];
  readonly commands: OwnCommands;
}

/** Commands of the runner's own that were tried, by the content of the world that they should show. */
export interface OwnCommands {
  /** They ran exactly these tests, in this order. */
  readonly exact: Map<string, string>;
  readonly inexact: Set<string>;
}
