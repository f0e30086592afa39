import { expect, test } from "vitest";
import type { TestRun } from "../../src/suites/suite-report.ts";
import { executionOfTest } from "../../src/suites/test-outcome.ts";

const ended = {
  exit: 1,
  signal: undefined,
  timedOut: false,
  output: { stdout: "", stderr: "", dropped: 0 },
  milliseconds: 5,
};
const passed = (file: string, ...names: string[]): TestRun =>
  ({ test: { file, names }, outcome: "passed", milliseconds: 1 }) as unknown as TestRun;

test("a file that could not be loaded passes once its tests are reported, or the whole command passes", () => {
  const wanted = { file: "/a.test.js", names: [] };
  expect(executionOfTest(ended, { tests: [passed("/a.test.js", "adds")] }, wanted).exit).toBe(0);
  expect(executionOfTest({ ...ended, exit: 0 }, { tests: [] }, wanted).exit).toBe(0);
  expect(executionOfTest(ended, { tests: [passed("/b.test.js", "other")] }, wanted).exit).toBe(125);
});

test("a test that did not run cannot be judged", () => {
  const wanted = { file: "/a.test.js", names: ["adds"] };
  expect(executionOfTest(ended, { tests: [passed("/a.test.js", "zero")] }, wanted).exit).toBe(125);
  expect(executionOfTest(ended, { tests: [passed("/a.test.js", "adds")] }, wanted).exit).toBe(0);
});
