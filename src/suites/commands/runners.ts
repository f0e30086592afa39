import type { TestRunner } from "../test-runner.ts";
import { jest, vitest } from "./json-runners.ts";
import { mocha } from "./mocha.ts";
import { nodeTest } from "./node-test.ts";
import { pytest } from "./pytest.ts";
import type { SuiteRunner } from "./suite-runner.ts";

/** The runners that can be asked about their tests. */
export const suiteRunners: Readonly<Partial<Record<TestRunner, SuiteRunner>>> = {
  pytest,
  vitest,
  jest,
  mocha,
  "node:test": nodeTest,
};
