import { expect, test } from "vitest";
import { type DoubtedFinding, doubtsOf } from "../../src/web/steps/doubts.ts";

const finding: DoubtedFinding = {
  verdict: "found",
  goal: "simplify",
  minimal: true,
  assumptions: [],
  isAsked: false,
  deltas: { total: 10, cause: 2 },
};

test("a test that ran once may be flaky", () => {
  expect(doubtsOf(finding, { repeat: 1, failing: 3, runsOfFailing: 3 })[0]).toMatch(/a single run.*--repeat auto/);
});

test("where a person was asked, no test is to be repeated", () => {
  const [sentence] = doubtsOf({ ...finding, isAsked: true }, { repeat: 1, failing: 3, runsOfFailing: 3 });
  expect(sentence).toBe(
    "Most outcomes are single answers of a person: one that is wrong is enough for a wrong result.",
  );
});

test("with repeats, the probability of a miss is computed from what failed", () => {
  const [sentence] = doubtsOf(finding, { repeat: 4, failing: 10, runsOfFailing: 20 });
  expect(sentence).toMatch(/10 of 20 runs.*about 6\.3 %/);
});

test("many other failures are one sentence, which names the most frequent ones", () => {
  const otherFailures = [9, 8, 3, 2, 1, 1, 1].map((count, i) => ({ failure: `exit ${i + 2}`, count }));
  expect(doubtsOf({ ...finding, otherFailures }, undefined)[0]).toBe(
    "25 candidates failed in 7 other ways and did not count as failing: exit 2 (9); exit 3 (8); exit 4 (3); exit 5 (2); exit 6 (1); and 2 more. If one of these is the same defect, the answer may be too large.",
  );
});

test("what was seen to contradict the answer comes first", () => {
  const doubts = doubtsOf(
    {
      ...finding,
      minimal: false,
      assumptions: [{ assumption: "monotone", seen: "A larger set passes." }],
      otherFailures: [{ failure: "exit 9", count: 2 }],
    },
    undefined,
  );
  expect(doubts).toEqual([
    "A larger set passes.",
    "2 candidates failed in another way (exit 9) and did not count as failing. If that is the same defect, the answer may be too large.",
    "It is not proved minimal: a smaller answer may exist.",
  ]);
});
