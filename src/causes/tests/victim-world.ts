import type { TestName } from "../../../runtimes/protocol/suite.ts";
import { testKey } from "../../suites/suite-report.ts";
import { type SuiteCommand, suiteWorld } from "../../suites/suite-world.ts";
import { executionOfTest, filesLeftOut } from "../../suites/test-outcome.ts";
import type { World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import type { Suite } from "./suite.ts";

/** Runs these tests in this order and no others; the last of them is judged. */
export function victimWorld(command: SuiteCommand, suite: Suite, tests: readonly TestName[]): World {
  return suiteWorld(command, {
    content: contentHash(JSON.stringify(tests.map(testKey))),
    plan: { tests, leftOut: leftOutOf(suite, tests) },
    judge: (execution, report) => executionOfTest(execution, report, tests.at(-1)!),
  });
}

/** Files with tests of which none is chosen. */
export function leftOutOf({ tests }: Suite, chosen: readonly TestName[]): string[] {
  return filesLeftOut(
    tests.map(({ test }) => test),
    chosen,
  );
}
