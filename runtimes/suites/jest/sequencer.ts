/** `jest --testSequencer=THIS` runs the files of a plan, in its order. */
import { chosenTests } from "../node/chosen-tests.ts";
import { readPlan } from "../node/plan.ts";

interface TestFile {
  readonly path: string;
}

module.exports = class {
  shard(tests: readonly TestFile[]): readonly TestFile[] {
    return tests;
  }

  sort(tests: readonly TestFile[]): readonly TestFile[] {
    return chosenTests(readPlan()!)!.orderFiles(tests, ({ path }) => path);
  }

  allFailedTests(tests: readonly TestFile[]): readonly TestFile[] {
    return tests;
  }

  cacheResults(): void {}
};
