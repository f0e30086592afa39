/** `jest --testRunner=THIS`: Jest's own test runner, with tests chosen, ordered and reported by its events. */
import { createRequire } from "node:module";
import type { TestName } from "../../protocol/suite.ts";
import { chosenTests, TestNames } from "../node/chosen-tests.ts";
import { errorText } from "../node/error-text.ts";
import { leakWatcher } from "../node/leak/watcher.ts";
import { readPlan, reportEvent } from "../node/plan.ts";
import { selectTests } from "../node/select-tests.ts";
import { type Block, type CircusTest, type Environment, namesOf, type TestEvent, testsIn } from "./tests.ts";

const plan = readPlan()!;
const chosen = chosenTests(plan);

type Run = (
  globalConfig: unknown,
  config: unknown,
  environment: Environment,
  runtime: unknown,
  path: string,
) => Promise<Result>;

interface Result {
  readonly testExecError?: unknown;
}

module.exports = async function run(...given: Parameters<Run>): Promise<Result> {
  const [, , environment, , path] = given;
  const before = environment.handleTestEvent?.bind(environment);
  const names = new Map<CircusTest, TestName>();
  environment.handleTestEvent = async (event, state) => {
    if (event.name === "run_start") begin(state.rootDescribeBlock, path, names);
    if (event.name === "test_started" && names.has(event.test!))
      leakWatcher()?.beforeTest(names.get(event.test!)!, {
        env: environment.global.process.env,
        global: environment.global,
      });
    report(event, names);
    await before?.(event, state);
  };
  const result = await circus()(...given);
  if (result.testExecError) {
    const error = errorText(result.testExecError);
    reportEvent(plan, { event: "ended", file: path, names: [], outcome: "failed", error, ...now() });
  }
  return result;
};

function begin(root: Block, file: string, names: Map<CircusTest, TestName>): void {
  const counted = new TestNames();
  for (const test of testsIn(root)) names.set(test, counted.name(file, namesOf(test)));
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
  if (name === "test_started") reportEvent(plan, { event: "began", ...testName, ...now() });
  if (name === "test_skip" || name === "test_todo")
    reportEvent(plan, { event: "ended", ...testName, outcome: "skipped", ...now() });
  if (name !== "test_done") return;
  const [first] = test!.errors;
  const outcome =
    first === undefined
      ? { outcome: "passed" as const }
      : { outcome: "failed" as const, error: errorText([first].flat()[0]) };
  reportEvent(plan, { event: "ended", ...testName, ...outcome, ...now() });
}

function now() {
  return { process: process.pid, at: Date.now() };
}

/** jest-circus is a dependency of a dependency of Jest, which need not be visible from elsewhere. */
function circus(): Run {
  const own = process.env.CULPRIT_SUITE_JEST_RUNNER;
  let from = createRequire(process.env.CULPRIT_SUITE_JEST!);
  if (own !== undefined) return defaultOf(from(own));
  for (const name of ["jest-cli", "jest-config"])
    try {
      from = createRequire(from.resolve(`${name}/package.json`));
    } catch {
      // It is visible from here already.
    }
  return defaultOf(from("jest-circus/runner"));
}

function defaultOf<T>(module: T | { readonly default: T }): T {
  return typeof module === "object" && module !== null && "default" in module ? module.default : (module as T);
}
