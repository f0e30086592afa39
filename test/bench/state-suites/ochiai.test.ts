import { expect, test } from "vitest";
import { ochiaiRanking } from "../../../bench/state-suites/ochiai.ts";

const executable = [1, 2, 3, 4, 5].map((line) => ({ file: "p.c", line }));
const run = (fails: boolean, ...lines: number[]) => ({ fails, lines: new Set(lines.map((line) => `p.c:${line}`)) });
const lines = (...spectra: ReturnType<typeof run>[]) =>
  ochiaiRanking(executable, spectra).map((group) => group.map(({ line }) => line));

test("lines that only failing runs execute come first, those of no failing run last", () => {
  expect(lines(run(true, 1, 3), run(false, 1, 2), run(false, 1, 4))).toEqual([[3], [1], [2, 4, 5]]);
});

test("a line that more of the failing runs execute is likelier", () => {
  // 2/sqrt(2·3) for line 1, 1/sqrt(2·1) for line 3.
  expect(lines(run(true, 1, 3), run(true, 1), run(false, 1, 2))).toEqual([[1], [3], [2, 4, 5]]);
});
