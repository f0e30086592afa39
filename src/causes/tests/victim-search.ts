import type { TestName } from "../../../runtimes/protocol/suite.ts";
import type { Run } from "../../run/run.ts";
import type { SuiteCommand } from "../../suites/suite-world.ts";
import type { World } from "../../trial/laboratory.ts";
import { ownRunnerWorld } from "./own-runner.ts";
import type { TestsRequest } from "./request.ts";
import type { Suite, SuiteMember } from "./suite.ts";
import { victimWorld } from "./victim-world.ts";

/** A test that fails with some tests before it, and passes with others, and all that is needed to find out why. */
export interface VictimSearch {
  readonly run: Run;
  readonly request: TestsRequest;
  readonly suite: Suite;
  readonly command: SuiteCommand;
  readonly victim: SuiteMember;
  /** Tests that decided how another one ends: they are tried first. */
  readonly guess: readonly SuiteMember[];
}

/** The test after these, which run in this order. */
export function worldAfter({ command, request, suite, victim }: VictimSearch, before: readonly TestName[]): World {
  const tests = [...before, victim.test];
  return request.own ? ownRunnerWorld(command, request.own, tests) : victimWorld(command, suite, tests);
}
