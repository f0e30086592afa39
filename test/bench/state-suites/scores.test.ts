import { expect, test } from "vitest";
import { middleRanking } from "../../../bench/state-suites/middle-line.ts";
import { type Ranking, scoreOf } from "../../../bench/state-suites/scores.ts";
import type { Line } from "../../../bench/state-suites/subject.ts";

const at = (line: number, file = "p.py"): Line => ({ file, line });
const executable = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((line) => at(line));
const ranked = (...lines: number[]): Ranking => lines.map((line) => [at(line)]);

test("the rank is the place in the list, and the lines above it are to be read", () => {
  expect(scoreOf(ranked(4, 7), { defect: [at(7)], executable })).toEqual({ rank: 2, distance: 3, read: 0.1 });
  expect(scoreOf(ranked(7), { defect: [at(7)], executable })).toEqual({ rank: 1, distance: 0, read: 0 });
});

test("among equally likely lines it is the mean rank", () => {
  const ranking = [[at(1)], [at(2), at(3), at(4)]];
  expect(scoreOf(ranking, { defect: [at(3)], executable })).toMatchObject({ rank: 3 });
});

test("of several defective lines the first counts", () => {
  expect(scoreOf(ranked(9, 3, 4), { defect: [at(3), at(4)], executable })).toMatchObject({ rank: 2, distance: 5 });
  expect(scoreOf([[at(1), at(2), at(3)]], { defect: [at(2), at(3)], executable })).toMatchObject({ rank: 4 / 3 });
});

test("a line named twice, or in another file, counts once as read", () => {
  const ranking = [[at(5, "run.py")], [at(2)], [at(2)], [at(3)]];
  const score = scoreOf(ranking, { defect: [at(3)], executable });
  expect(score).toEqual({ rank: 3, read: 0.2 });
});

test("a line that is not in the list comes after it, among the rest in no order", () => {
  const score = scoreOf(ranked(1, 2), { defect: [at(7)], executable });
  expect(score).toEqual({ distance: 6, read: (2 + 4.5 - 1) / 10 });
  expect(scoreOf([], { defect: [at(7)], executable })).toEqual({ read: 0.45 });
});

test("the middle line stands first, those around it in pairs", () => {
  const ranking = middleRanking(executable.slice(0, 5));
  expect(ranking.map((group) => group.map(({ line }) => line))).toEqual([[3], [2, 4], [1, 5]]);
});
