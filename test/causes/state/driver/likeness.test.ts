import { expect, test } from "vitest";
import type { Ending } from "../../../../src/causes/state/driver/judge.ts";
import { likenessIn, likenessOf } from "../../../../src/causes/state/driver/likeness.ts";

const ending = (begins: string): Ending => ({ status: "exit 0", output: "", begins });
const runs = { pass: ending("start\na 1\nb 2\n"), fail: ending("start\na 7\nb 8\nwrong\n") };
const likeness = (printed: string) => likenessIn({ details: likenessOf(printed, runs)! });

test.each([
  ["all that the failing run prints", "start\na 7\nb 8\nwrong\n", { exact: true, lines: 3 }],
  ["what the passing run prints", "start\na 1\nb 2\n", { exact: false, lines: 0 }],
  ["some lines of it", "start\na 1\nb 8\nwrong\n", { exact: false, lines: 2 }],
  ["a line that neither prints", "start\na 1\nb 5\nwrong\n", { exact: false, lines: 0 }],
  ["a line too often", "start\na 7\na 7\nb 8\nwrong\n", { exact: false, lines: 2 }],
  ["nothing", "", { exact: false, lines: 0 }],
])("%s", (_, printed, expected) => {
  expect(likeness(printed)).toEqual(expected);
});

test("of a failing run that does not end nothing is known", () => {
  expect(likenessOf("start\n", { pass: runs.pass })).toBeUndefined();
  expect(likenessIn({})).toBeUndefined();
});
