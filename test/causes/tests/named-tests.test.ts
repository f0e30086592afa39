import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namedTests } from "../../../src/causes/tests/named-tests.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("named-tests");
for (const file of ["test_a.py", "a.test.ts"]) writeFileSync(join(folder, file), "");
const named = (text: string) =>
  namedTests(text, folder).map(({ file, names }) => [file.slice(folder.length + 1), ...names]);

test("ids of pytest are read, also those with values of parameters in them", () => {
  expect(named("test_a.py::TestA::test_x\ntest_a.py::test_y[a::b - 1]\n")).toEqual([
    ["test_a.py", "TestA", "test_x"],
    ["test_a.py", "test_y[a::b - 1]"],
  ]);
});

test("a log of pytest -v names each test once, and its other lines do not count", () => {
  const log = `============ test session starts ============
test_a.py::test_x PASSED                   [ 50%]
test_a.py::test_y[1 2] FAILED              [100%]
test_b.py::test_gone PASSED                [100%]
FAILED test_a.py::test_y[1 2] - AssertionError`;
  expect(named(log)).toEqual([
    ["test_a.py", "test_x"],
    ["test_a.py", "test_y[1 2]"],
  ]);
});

test("what culprit calls tests of other runners is read", () => {
  expect(named("a.test.ts › group › adds two\nb.test.ts › adds")).toEqual([["a.test.ts", "group", "adds two"]]);
});

test("the second test of the same name is told from one that is called so", () => {
  const nth = (text: string) => namedTests(text, folder).map(({ names, nth: which }) => [...names, which]);
  expect(nth("a.test.ts › adds (2)\na.test.ts › adds\n")).toEqual([
    ["adds", 2],
    ["adds", undefined],
  ]);
  expect(nth("a.test.ts › adds (2)\n")).toEqual([["adds (2)", undefined]]);
});
