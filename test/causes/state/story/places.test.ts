import { expect, test } from "vitest";
import type { CauseTransition, TransitionEvidence } from "../../../../src/causes/state/finding.ts";
import { rankPlaces } from "../../../../src/causes/state/story/places.ts";
import type { LineChange, SuspectLine } from "../../../../src/lines/finding.ts";

const suspect = (line: number, change?: Partial<LineChange>, named?: number): SuspectLine => ({
  file: "a.py",
  line,
  ...(change
    ? { change: { kind: "skip", code: "x", to: "skip", rescued: 1, failing: 1, kept: 2, passing: 2, ...change } }
    : {}),
  ...(named === undefined ? {} : { named }),
});
const move = (line: number, evidence: TransitionEvidence, more: Partial<CauseTransition> = {}): CauseTransition => ({
  file: "a.py",
  line,
  from: [],
  to: [],
  evidence,
  ...more,
});
const linesOf = (...words: Parameters<typeof rankPlaces>) => rankPlaces(...words).map(({ line }) => line);

test("the strongest evidence comes first: changes, where the runs part, the end, the error, other moves, what is passed on, tests", () => {
  const parting = { parting: { line: 5, onlyFailing: [{ line: 6, failing: 1 }] } };
  const suspects = [
    suspect(2, { instance: 3 }),
    suspect(1, {}),
    suspect(3, { kept: 1 }),
    suspect(20),
    suspect(12, undefined, 1),
  ];
  const transitions = [
    move(11, "move", { file: "test_a.py" }),
    move(10, "hand-over"),
    move(9, "move"),
    move(8, "ending"),
    move(7, "parting", { parting: { line: 7, onlyFailing: [] } }),
    move(5, "parting", parting),
  ];
  expect(linesOf(suspects, transitions)).toEqual([1, 2, 3, 5, 7, 8, 12, 9, 10, 11]);
});

test("of equally strong evidence, the order of the suspects and of the transitions stays", () => {
  expect(linesOf([suspect(4, {}), suspect(1, {})], [move(9, "move"), move(2, "move")])).toEqual([4, 1, 9, 2]);
});

test("a line is listed once, with the numbers of all its evidence, the strongest first", () => {
  const transitions = [move(3, "hand-over"), move(4, "move"), move(3, "parting")];
  expect(rankPlaces([suspect(9), suspect(3, { kept: 1 })], transitions)).toEqual([
    { file: "a.py", line: 3, evidence: "partial-change", suspect: 1, transitions: [2, 0] },
    { file: "a.py", line: 4, evidence: "move", transitions: [1] },
  ]);
});

test("lines on the way of an error count if no passing run executes them", () => {
  const executed = (passing: number) => ({ executed: { failing: 1, passing } });
  const suspects = [
    { ...suspect(3, undefined, 3), ...executed(0) },
    { ...suspect(4, undefined, 2), ...executed(1) },
    { ...suspect(5, undefined, 1), ...executed(1) },
  ];
  expect(linesOf(suspects)).toEqual([5, 3]);
});

test("a change that spoils most passing runs is no evidence", () => {
  expect(rankPlaces([suspect(3, { kept: 0 })], [])).toEqual([]);
  expect(rankPlaces([suspect(3, { kept: 0 }, 1)], [])).toMatchObject([{ line: 3, evidence: "error" }]);
});

test("of the lines that an error names, the one that raised it is evidence, and an earlier step says more there", () => {
  expect(rankPlaces([suspect(3, undefined, 2), suspect(4, undefined, 1)], [move(4, "parting")])).toEqual([
    { file: "a.py", line: 4, evidence: "parting", suspect: 1, transitions: [0] },
  ]);
});
