import type { TestName } from "../../../../runtimes/protocol/suite.ts";
import { followingPlan, layeredWorld } from "../../../suites/suite-world.ts";
import { executionOfTest, filesLeftOut } from "../../../suites/test-outcome.ts";
import type { World } from "../../../trial/laboratory.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import type { Context } from "../context.ts";

export interface PlannedTests {
  readonly nth: number;
  /** They may run at the same time. */
  readonly parallel: boolean;
  /** It is run up to so often, until it fails. */
  readonly repeats?: number;
}

const untilItFails = 'n=$1; shift; while [ "$n" -gt 0 ]; do "$@" || exit $?; n=$((n - 1)); done';

/** Some tests of the suite in this order, of which the failing one is judged; without one, how the command ends. */
export function plannedTests({ tested }: Context, tests: readonly TestName[], how: PlannedTests): World {
  const { parallel, repeats = 1 } = how;
  const { command, victim, known } = tested;
  const content = contentHash(JSON.stringify(["tests", tests, how]));
  const argv = repeats === 1 ? command.argv : ["sh", "-c", untilItFails, "sh", String(repeats), ...command.argv];
  return followingPlan(layeredWorld({ ...command, argv }, { content, make: () => ({}) }), {
    plan: { tests, leftOut: filesLeftOut(known, tests), ...(parallel ? { parallel: true } : {}) },
    ...(victim ? { judge: (execution, report) => executionOfTest(execution, report, victim) } : {}),
  });
}
