import { expect, test } from "vitest";
import type { Ending } from "../../../../src/causes/state/driver/ending.ts";
import { outputMatchDetails, outputMatchIn } from "../../../../src/causes/state/driver/output-match.ts";

const ending = (outputStart: string): Ending => ({ status: "exit 0", outputHash: "", outputStart });
const runs = { pass: ending("start\na 1\nb 2\n"), fail: ending("start\na 7\nb 8\nwrong\n") };
const match = (printed: string) => outputMatchIn({ details: outputMatchDetails(printed, runs)! });

test.each([
  ["all that the failing run prints", "start\na 7\nb 8\nwrong\n", { exact: true, lines: 3 }],
  ["what the passing run prints", "start\na 1\nb 2\n", { exact: false, lines: 0 }],
  ["some lines of it", "start\na 1\nb 8\nwrong\n", { exact: false, lines: 2 }],
  ["a line that neither prints", "start\na 1\nb 5\nwrong\n", { exact: false, lines: 0 }],
  ["a line too often", "start\na 7\na 7\nb 8\nwrong\n", { exact: false, lines: 2 }],
  ["nothing", "", { exact: false, lines: 0 }],
])("%s", (_, printed, expected) => {
  expect(match(printed)).toEqual(expected);
});

test("there is no match with a failing run that does not end", () => {
  expect(outputMatchDetails("start\n", { pass: runs.pass })).toBeUndefined();
  expect(outputMatchIn({})).toBeUndefined();
});
