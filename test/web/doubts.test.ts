import { expect, test } from "vitest";
import { type DoubtedFinding, doubtsOf } from "../../src/web/steps/doubts.ts";

const finding: DoubtedFinding = {
  verdict: "found",
  goal: "simplify",
  minimal: true,
  assumptions: [],
  deltas: { total: 10, cause: 2 },
};

test("a test that ran once may be flaky", () => {
  expect(doubtsOf(finding, { repeat: 1, failing: 3, runsOfFailing: 3 })[0]).toMatch(/a single run.*--repeat auto/);
});

test("with repeats, the probability of a miss is computed from what failed", () => {
  const [sentence] = doubtsOf(finding, { repeat: 4, failing: 10, runsOfFailing: 20 });
  expect(sentence).toMatch(/10 of 20 runs.*about 6\.3 %/);
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
