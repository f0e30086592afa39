import { expect, test } from "vitest";
import { nearestByLines, nearestInFile, nearestInOtherFiles } from "../../../../src/causes/state/partner/nearest.ts";
import type { SuiteTest } from "../../../../src/suites/suite-test.ts";

const made = (file: string, name: string): SuiteTest => ({ id: `${file} > ${name}`, file, name, outcome: "not run" });
const idsOf = (tests: readonly SuiteTest[]) => tests.map(({ id }) => id);
const lines = (...numbers: number[]) => new Set(numbers.map((line) => `cart.ts:${line}`));

test("in a file, the tests beside the failing one come first", () => {
  const tests = ["a", "b", "c", "d", "e"].map((name) => made("/x/cart.test.ts", name));
  const found = nearestInFile([...tests, made("/x/other.test.ts", "c")], tests[2]!);
  expect(found.map(({ name }) => name)).toEqual(["b", "d", "a", "e"]);
});

test("of other files, those in the nearest folders come first, and one test of each", () => {
  const failing = made("/x/src/cart/cart.test.ts", "fails");
  const [far, near] = ["/x/lib/far.test.ts", "/x/src/cart/near.test.ts"];
  const tests = [made(far, "a"), made(far, "b"), made(near, "c"), made(near, "d"), failing];
  expect(idsOf(nearestInOtherFiles(tests, failing))).toEqual([
    `${near} > c`,
    `${far} > a`,
    `${near} > d`,
    `${far} > b`,
  ]);
  expect(nearestInOtherFiles([failing], failing)).toEqual([]);
});

test("the nearest test executes most of the same lines and few others", () => {
  const passing = [
    { test: made("/x/t.ts", "all"), lines: lines(...Array.from({ length: 50 }, (_, i) => i)) },
    { test: made("/x/t.ts", "none"), lines: lines(70) },
    { test: made("/x/t.ts", "first"), lines: lines(1, 2, 3) },
    { test: made("/x/t.ts", "second"), lines: lines(2, 3, 4) },
  ];
  const found = nearestByLines(passing, lines(1, 2, 3, 4));
  expect(found.map(({ test, lines: shared }) => [test.name, shared])).toEqual([
    ["first", { failing: 4, shared: 3, others: 0 }],
    ["second", { failing: 4, shared: 3, others: 0 }],
    ["all", { failing: 4, shared: 4, others: 46 }],
  ]);
});
