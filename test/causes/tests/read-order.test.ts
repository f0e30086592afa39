import { expect, test } from "vitest";
import { readOrder } from "../../../src/causes/tests/read-order.ts";
import type { SuiteMember } from "../../../src/causes/tests/suite.ts";

function member(separator: string, file: string, ...names: string[]): SuiteMember {
  const about = { outcome: "passed", process: 1, milliseconds: 1 } as const;
  return { test: { file: `/project/${file}`, names }, id: [file, ...names].join(separator), ...about };
}

const python = [
  member("::", "tests/test_a.py", "test_one"),
  member("::", "tests/test_a.py", "test_one_more"),
  member("::", "tests/test_b.py", "TestB", "test_one"),
];
const javascript = [
  member(" › ", "src/a.test.ts", "group", "adds"),
  member(" › ", "src/a.test.ts", "group", "adds two"),
  member(" › ", "src/b.test.ts", "adds"),
];
const idsIn = (text: string, tests: readonly SuiteMember[], failing?: string) =>
  readOrder(text, tests, failing).map(({ id }) => id);

test("the order of pytest -v is read, and its summary does not count", () => {
  const log = `
tests/test_b.py::TestB::test_one PASSED  [ 33%]
tests/test_a.py::test_one_more PASSED    [ 66%]
tests/test_a.py::test_one FAILED         [100%]
FAILED tests/test_a.py::test_one - AssertionError`;
  expect(idsIn(log, python)).toEqual([python[2]!.id, python[1]!.id, python[0]!.id]);
});

test("of several processes of pytest-xdist, the one of the failing test counts", () => {
  const log = `
[gw0] [ 33%] PASSED tests/test_b.py::TestB::test_one
[gw1] [ 66%] PASSED tests/test_a.py::test_one_more
[gw1] [100%] FAILED tests/test_a.py::test_one`;
  expect(idsIn(log, python, "test_a.py::test_one")).toEqual([python[1]!.id, python[0]!.id]);
});

test("names below the name of their file belong to it", () => {
  const log = `
PASS src/b.test.ts
  ✓ adds (1 ms)
FAIL src/a.test.ts
    ✓ group adds two
    ✕ group adds`;
  expect(idsIn(log, javascript)).toEqual([javascript[2]!.id, javascript[1]!.id, javascript[0]!.id]);
});

test("the order of a JUnit report is read: that of pytest, and that of Vitest", () => {
  const pytest = `<testsuite><testcase classname="tests.test_b.TestB" name="test_one" time="0.1" />
    <testcase classname="tests.test_a" name="test_one"><failure message="no">…</failure></testcase></testsuite>`;
  expect(idsIn(pytest, python)).toEqual([python[2]!.id, python[0]!.id]);
  const vitest = `<testcase classname="src/b.test.ts" name="adds" time="0"></testcase>
    <testcase classname="src/a.test.ts" name="group &gt; adds two" time="0"/>`;
  expect(idsIn(vitest, javascript)).toEqual([javascript[2]!.id, javascript[1]!.id]);
});

test("a text that names no test has no order", () => {
  expect(idsIn("all is well\n", python)).toEqual([]);
});

test("a file that is called like its test is still that file", () => {
  const tests = [
    member("::", "tests/test_x.py", "test_x"),
    member("::", "tests/test_y.py", "test_y"),
    member("::", "tests/test_y.py", "test_x"),
  ];
  const log = "tests/test_y.py::test_x\ntests/test_y.py::test_y\ntests/test_x.py::test_x\n";
  expect(idsIn(log, tests)).toEqual([tests[2]!.id, tests[1]!.id, tests[0]!.id]);
});
