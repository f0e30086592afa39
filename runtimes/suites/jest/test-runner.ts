/** `jest --testRunner=THIS`: Jest's own test runner, with tests chosen, ordered and reported by its events. */
import type { TestName } from "../../protocol/suite.ts";
import { chosenTests, TestNames } from "../node/chosen-tests.ts";
import { errorText } from "../node/error-text.ts";
import { leakWatcher } from "../node/leak/watcher.ts";
import { readPlan, reportEvent } from "../node/plan.ts";
import { selectTests } from "../node/select-tests.ts";
import { type JestConfig, ownRunner } from "./own-runner.ts";
import { type Block, type CircusTest, type Environment, namesOf, type TestEvent, testsIn } from "./tests.ts";

const plan = readPlan()!;
const chosen = chosenTests(plan);

type Run = (
  globalConfig: unknown,
  config: JestConfig,
  environment: Environment,
  runtime: unknown,
  path: string,
) => Promise<Result>;

interface Result {
  readonly testExecError?: unknown;
}

module.exports = async function run(...given: Parameters<Run>): Promise<Result> {
  const [, config, environment, , path] = given;
  const before = environment.handleTestEvent?.bind(environment);
  const names = new Map<CircusTest, TestName>();
  let hasFailedHook = false;
  environment.handleTestEvent = async (event, state) => {
    if (event.name === "run_start") begin(state.rootDescribeBlock, path, names);
    if (event.name === "test_started" && names.has(event.test!))
      leakWatcher()?.beforeTest(names.get(event.test!)!, {
        env: environment.global.process.env,
        global: environment.global,
      });
    report(event, names);
    if (event.name === "hook_failure" && event.hook?.type === "afterAll") {
      hasFailedHook = true;
      reportHook(event, names);
    }
    await before?.(event, state);
  };
  const fileFailed = (error: unknown) => reportFailure({ file: path, names: [] }, error);
  try {
    const result = await defaultOf<Run>(require(ownRunner(config)))(...given);
    if (result.testExecError && !hasFailedHook) fileFailed(result.testExecError);
    return result;
  } catch (error) {
    fileFailed(error);
    throw error;
  }
};

function begin(root: Block, file: string, names: Map<CircusTest, TestName>): void {
  const counted = new TestNames();
  for (const test of testsIn(root)) {
    names.set(test, counted.name(file, namesOf(test)));
    if (chosen && !plan.parallel) test.concurrent = false;
  }
  if (chosen)
    selectTests<Block | CircusTest>(root, {
      children: (child) => (child.type === "test" ? undefined : child.children),
      skip: (child) => {
        child.mode = "skip";
      },
      placeOf: (test) => chosen.placeOf(names.get(test as CircusTest)!),
    });
}

function report({ name, test }: TestEvent, names: ReadonlyMap<CircusTest, TestName>): void {
  const testName = test && names.get(test);
  if (!testName) return;
  if (name === "test_start") reportEvent(plan, { event: "began", ...testName, ...now() });
  // One that is run again counts only then.
  if (name === "test_skip" || name === "test_todo" || name === "test_retry")
    reportEvent(plan, { event: "ended", ...testName, outcome: "skipped", ...now() });
  if (name !== "test_done") return;
  const [first] = test!.errors;
  if (first === undefined) reportEvent(plan, { event: "ended", ...testName, outcome: "passed", ...now() });
  else reportFailure(testName, first);
}

/** What comes after the last test of a group fails for all of its tests. */
function reportHook({ describeBlock, error }: TestEvent, names: ReadonlyMap<CircusTest, TestName>): void {
  const isRun = ({ mode, parent }: CircusTest | Block): boolean =>
    mode !== "skip" && mode !== "todo" && (parent === undefined || isRun(parent));
  const tests = describeBlock ? testsIn(describeBlock).filter(isRun) : [];
  for (const test of tests) reportFailure(names.get(test)!, error);
}

/** Some errors come with the place where the test was defined. */
function reportFailure(name: TestName, error: unknown): void {
  const [first] = [error].flat();
  reportEvent(plan, { event: "ended", ...name, outcome: "failed", error: errorText(first), ...now() });
}

function now() {
  return { process: process.pid, at: Date.now() };
}

function defaultOf<T>(module: T | { readonly default: T }): T {
  return typeof module === "object" && module !== null && "default" in module ? module.default : (module as T);
}
