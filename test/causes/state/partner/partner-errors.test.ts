import { expect, test } from "vitest";
import {
  noFailingTest,
  nothingPasses,
  nothingShared,
  passesAlone,
  severalFailing,
} from "../../../../src/causes/state/partner/partner-errors.ts";
import { NotReproduced } from "../../../../src/run/ends/ends.ts";
import type { SuiteTest } from "../../../../src/suites/suite-test.ts";

const words = ["pytest", "-k", "none"];
const made = (outcome: SuiteTest["outcome"]): SuiteTest => ({ id: "t.py::a", file: "/x/t.py", name: "a", outcome });
const seen = { status: "exit 0", milliseconds: 1, lines: new Set<string>(), printed: "" };
const choose = "To choose the passing run yourself, use --pass 'COMMAND' and --fail 'COMMAND'.";

test("only where nothing fails, the failure counts as not reproduced", () => {
  const passed = noFailingTest(words, { ...seen, tests: [made("passed")] });
  const skipped = noFailingTest(words, { ...seen, tests: [made("not run")] });
  const broken = noFailingTest(words, { ...seen, status: "exit 2", tests: [], printed: "a\nno such file\n" });
  expect([passed.message, skipped.message]).toEqual([
    "No test fails: pytest -k none passes.",
    "pytest -k none runs no test: is the name right?",
  ]);
  expect([passed, skipped, broken].map((error) => error instanceof NotReproduced)).toEqual([true, true, false]);
  expect(broken.message).toBe(
    `pytest -k none ends with exit 2, but reports no failing test. The last line that it printed is "no such file". ${choose}`,
  );
});

test("who gave the text of a name where a pattern is expected gets the command", () => {
  const tests = [{ ...made("not run"), name: "adds (1)" }];
  const meant = { test: "t.js > adds (1)", command: ["npx", "mocha", "--grep", "^adds \\(1\\)$"] };
  const error = noFailingTest(["npx", "mocha", "-g", "adds (1)"], { ...seen, tests }, meant);
  expect(error).toBeInstanceOf(NotReproduced);
  expect(error.message).toBe(
    "npx mocha -g 'adds (1)' runs no test, although the name of one has that text: in a pattern, characters like ( and $ have a " +
      "meaning of their own. To run that test: culprit state -- npx mocha --grep '^adds \\(1\\)$'",
  );
});

test("each of several failing tests has a command, up to five", () => {
  const failing = Array.from({ length: 7 }, (_, i) => ({ test: `t${i}`, command: ["pytest", `t${i}`] }));
  const lines = severalFailing(words, failing).message.split("\n");
  expect(lines).toHaveLength(7);
  expect([lines[0], lines[1], lines[6]]).toEqual([
    "7 tests of pytest -k none fail. Choose one:",
    "  culprit state -- pytest t0",
    "  … and 2 more",
  ]);
});

test("a test that passes alone is said to", () => {
  const { message } = passesAlone({ test: "t.py::a", command: ["pytest", "t.py::a"] }, words);
  expect(message).toBe(
    "t.py::a fails in pytest -k none, but not alone (pytest t.py::a): other tests make it fail, or it is flaky.",
  );
});

test("why there is no passing test to compare with", () => {
  const failing = { test: made("failed"), lines: new Set(["x.py:1"]) };
  expect(nothingPasses([]).message).toBe(`There is no other test to compare with. ${choose}`);
  expect(nothingPasses(["b", "c"]).message).toBe(`No other test passes alone; tried: b and c. ${choose}`);
  expect(nothingShared(failing, ["b"]).message).toBe(
    `No passing test executes a line of the program that t.py::a executes; tried: b. ${choose}`,
  );
  expect(nothingShared({ ...failing, lines: new Set() }, ["b"]).message).toMatch(
    /^t\.py::a was not seen to execute a line of a program in this folder, .*: start culprit in the folder of the program\. /,
  );
});
