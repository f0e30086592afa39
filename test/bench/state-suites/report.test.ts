import { expect, test } from "vitest";
import { countRescues } from "../../../bench/state-suites/false-rescues.ts";
import { isWanted } from "../../../bench/state-suites/options.ts";
import { totals } from "../../../bench/state-suites/report.ts";
import { rankingOf, shownRanking } from "../../../bench/state-suites/state-command.ts";

test("the totals count programs by rank and by what is to be read", () => {
  const other = { suite: "s", name: "n", lines: 100, runs: { pass: 1, fail: 1 }, tests: 1, seconds: 1 };
  const middle = { read: 0.5 };
  const text = totals([
    { ...other, scores: { state: { rank: 1, read: 0 }, ochiai: { rank: 1.5, read: 0.005 }, middle } },
    { ...other, scores: { state: { rank: 3, read: 0.02 }, ochiai: { rank: 4, read: 0.03 }, middle } },
    { ...other, scores: { state: { read: 0.4 }, ochiai: { rank: 40, read: 0.39 }, middle } },
  ]);
  const rows = text.split("\n").map((row) => row.trim().split(/ {2,}/));
  expect(rows).toContainEqual(["culprit state", "3", "1 (33 %)", "2 (67 %)", "1 (33 %)", "2 (67 %)"]);
  expect(rows).toContainEqual(["Ochiai alone", "3", "0 (0 %)", "1 (33 %)", "1 (33 %)", "2 (67 %)"]);
  expect(rows).toContainEqual(["middle line", "3", "0 (0 %)", "0 (0 %)", "0 (0 %)", "0 (0 %)"]);
});

test("suspects are the ranked list, transitions where there are none", () => {
  const transitions = [{ file: "p.py", line: 3 }];
  expect(rankingOf({ verdict: "found", transitions })).toEqual([[{ file: "p.py", line: 3 }]]);
  expect(rankingOf({ verdict: "found", transitions, suspects: [] })).toEqual([]);
  expect(rankingOf({ verdict: "no-cause" })).toEqual([]);
});

test("the list that is shown has the lines behind a branch beside it, and then the other suspects", () => {
  const [file, at] = ["p.py", (...lines: number[]) => lines.map((line) => ({ file: "p.py", line }))];
  const transitions = [
    { file, line: 9 },
    { file, line: 3, parting: { onlyFailing: [{ line: 4 }] } },
  ];
  const places = [
    { file, line: 7 },
    { file, line: 3, transitions: [1, 0] },
  ];
  const answer = { verdict: "found", transitions, places, suspects: at(7, 8) };
  expect(shownRanking(answer)).toEqual([at(7), at(3, 4), at(7), at(8)]);
  expect(shownRanking({ verdict: "found", transitions })).toBeUndefined();
});

test("a change that rescues the failing run at another line is false, and caught if a passing run goes wrong", () => {
  const suspects = [
    { file: "p.py", line: 1, change: { kept: 2, passing: 2 } },
    { file: "p.py", line: 2, change: { kept: 1, passing: 2 } },
    { file: "p.py", line: 3, change: { kept: 2, passing: 2 } },
    { file: "p.py", line: 4 },
  ];
  expect(countRescues(suspects, [{ file: "p.py", line: 1 }])).toEqual({ all: 3, false: 2, caught: 1 });
});

test("a suite, a program and a version can be named", () => {
  expect(["Siemens", "tcas", "tcas/v1"].map((name) => isWanted([name], "Siemens", "tcas/v1"))).toEqual([
    true,
    true,
    true,
  ]);
  expect(isWanted(["tcas/v2"], "Siemens", "tcas/v1")).toBe(false);
});
