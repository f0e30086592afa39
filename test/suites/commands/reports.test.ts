import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jest } from "../../../src/suites/commands/json-runners.ts";
import { nodeTest } from "../../../src/suites/commands/node-test.ts";
import { pytest } from "../../../src/suites/commands/pytest.ts";
import type { SuiteTest } from "../../../src/suites/suite-test.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const outcomes = (tests: readonly SuiteTest[]) => tests.map(({ id, outcome }) => [id, outcome]);

test("Jest's and Vitest's reports also have the tests that were not run", () => {
  const assertionResults = ["passed", "failed", "pending", "skipped", "todo"].map((status) => ({
    fullName: `a cart is ${status}`,
    status,
  }));
  const report = JSON.stringify({
    testResults: [{ name: "/x/a.test.ts", assertionResults }, { name: "/x/b.test.ts" }],
  });
  expect(outcomes(jest.readReport({ report, printed: "", cwd: "/x" }))).toEqual([
    ["a.test.ts > a cart is passed", "passed"],
    ["a.test.ts > a cart is failed", "failed"],
    ["a.test.ts > a cart is pending", "not run"],
    ["a.test.ts > a cart is skipped", "not run"],
    ["a.test.ts > a cart is todo", "not run"],
  ]);
  const [spaced] = jest.readReport({
    report: report.replace("a cart is passed", " adds"),
    printed: "",
    cwd: "/x",
  });
  expect(spaced).toMatchObject({ id: "a.test.ts > adds", name: " adds" });
  expect(jest.readReport({ report: undefined, printed: "", cwd: "/x" })).toEqual([]);
});

function pythonProject(): string {
  const folder = temporaryFolder("partner");
  mkdirSync(join(folder, "tests"));
  writeFileSync(join(folder, "tests/test_x.py"), "");
  return folder;
}

test("pytest's report is read back to node ids", () => {
  const cwd = pythonProject();
  const report = `<?xml version="1.0"?><testsuites><testsuite><properties/>
<testcase classname="tests.test_x" name="test_a[&lt;&#10;&amp;]" time="0.1" />
<testcase classname="tests.test_x.TestA" name="test_b" time="0.1"><failure message="x">a
> b</failure></testcase>
<testcase classname="tests.test_x.TestA" name="test_b" time="0.1"><error message="teardown">e</error></testcase>
<testcase classname="tests.test_x" name="test_c"><skipped message="no">s</skipped></testcase>
<testcase classname="gone" name="test_d" /></testsuite></testsuites>`;
  expect(outcomes(pytest.readReport({ report, printed: "", cwd }))).toEqual([
    ["tests/test_x.py::test_a[<\n&]", "passed"],
    ["tests/test_x.py::TestA::test_b", "failed"],
    ["tests/test_x.py::test_c", "not run"],
  ]);
});

test("pytest's list is of ids from the project's root, which may be above the current folder", () => {
  const root = pythonProject();
  const printed = "tests/test_x.py::test_a\ntests/test_x.py::TestA::test_b[a b]\n\n2 tests collected in 0.1s\n";
  const read = (cwd: string) => pytest.readList({ report: undefined, printed, cwd }).map(({ id }) => id);
  expect(read(root)).toEqual(["tests/test_x.py::test_a", "tests/test_x.py::TestA::test_b[a b]"]);
  expect(read(join(root, "tests"))).toEqual(["test_x.py::test_a", "test_x.py::TestA::test_b[a b]"]);
});

test("node:test reports groups after their tests; tests inside of a test belong to it", () => {
  const reported = (name: string, nesting: number, more = {}) => ({
    name,
    nesting,
    file: "/x/a.test.mjs",
    isGroup: false,
    outcome: "passed",
    ...more,
  });
  const lines = [
    reported("top", 0),
    reported("b", 2, { outcome: "failed" }),
    reported("inner", 1, { isGroup: true, outcome: "failed" }),
    reported("c", 1, { outcome: "not run" }),
    reported("A", 0, { isGroup: true, outcome: "failed" }),
    reported("sub", 1, { outcome: "failed" }),
    reported("whole", 0, { outcome: "failed" }),
  ];
  const report = lines.map((each) => `${JSON.stringify(each)}\n`).join("");
  const found = nodeTest.readReport({ report, printed: "", cwd: "/x" });
  expect(outcomes(found)).toEqual([
    ["a.test.mjs > top", "passed"],
    ["a.test.mjs > A inner b", "failed"],
    ["a.test.mjs > A c", "not run"],
    ["a.test.mjs > whole", "failed"],
  ]);
  expect(found[1]).toMatchObject({ name: "A inner b", ownName: "b", file: "/x/a.test.mjs" });
});
