import { expect, test } from "vitest";
import type { StateFinding } from "../../../../src/causes/state/finding.ts";
import { describePair } from "../../../../src/causes/state/pair/follow-pair.ts";
import { pairParagraphs } from "../../../../src/causes/state/pair/pair-report.ts";
import type { CauseEntry } from "../../../../src/core/finding.ts";
import { paint } from "../../../../src/report/terminal/paint.ts";

const cause: CauseEntry[] = [{ variable: "n", old: "1", new: "0", place: "avg.c:9", file: "avg.c", line: 9 }];
const suspects = [{ file: "avg.c", line: 9 }];
const finding = (more: Partial<StateFinding>) =>
  ({ kind: "state", run: "1", verdict: "found", cause, suspects, ...more }) as Partial<StateFinding> as StateFinding;
const command = "culprit state --pass a --fail b";

test("the finding about the state becomes a part of another one; its lines and notes are beside it", () => {
  const followed = describePair(finding({ notes: ["A note."], changesTried: { tried: 1, possible: 2 } }), command);
  expect(followed).toEqual({
    suspects,
    changesTried: { tried: 1, possible: 2 },
    state: { kind: "state", verdict: "found", cause },
    notes: ["A note."],
  });
});

test("without a cause, the reason is given without advice about options that there are not", () => {
  const reason = "The two runs could not be compared: one place was tried.\nUse --at to name a function.";
  const { state, notes } = describePair(finding({ cause: [], verdict: "not-reproduced", reason }), command);
  expect(state).toBeUndefined();
  expect(notes).toEqual([
    expect.stringMatching(/no variable was found to be the cause\. The two runs .* was tried\.$/),
  ]);
});

test("a search that was stopped says how to go on, with or without a cause", () => {
  const stopped =
    "The run was stopped before the state was followed to the end; to go on: culprit state --pass a --fail b.";
  expect(describePair(finding({ verdict: "interrupted" }), command).notes).toEqual([stopped]);
  expect(describePair(finding({ verdict: "exhausted", cause: [] }), command).notes).toEqual([stopped]);
});

test("what it depends on is said first, and only as far as it is known", () => {
  const first = (more: Partial<StateFinding>) => pairParagraphs(finding(more), paint(false))[0];
  expect(first({})).toBe("It fails because at avg.c:9, n is 0 instead of 1.");
  expect(first({ verdict: "interrupted" })).toBe("So far, it fails because at avg.c:9, n is 0 instead of 1.");
});
