import { expect, test } from "vitest";
import type { Finding, Story } from "../../src/core/finding.ts";
import { headline } from "../../src/report/headline.ts";
import { plainReport } from "../../src/report/plain-report.ts";

const found: Partial<Finding> = {
  verdict: "found",
  goal: "simplify",
  failure: "exit 3",
  by: "lines",
  deltas: { total: 9, cause: 2 },
  cause: [{ text: "X" }],
};
const story = (about: Partial<Finding>) => ({ finding: { ...found, ...about } }) as Partial<Story> as Story;
const shown = (about: Partial<Finding>, report = plainReport) =>
  headline(story(about), report)
    .map((part) => (typeof part === "string" ? part : part.code))
    .join("");

const untested = { needed: 0, run: 4, cached: 0, pass: 0, fail: 0, unresolved: 0 };

test.each<[string, Partial<Finding>, string]>([
  ["a cause", {}, "Fails because of X"],
  ["a cause too long to name", { cause: [{ text: "a\nb" }] }, "The failure needs 2 of 9 lines"],
  ["a difference", { goal: "isolate" }, "Fails with X, passes without it"],
  ["a difference too long to name", { goal: "isolate", cause: [{ text: "a\nb" }] }, "What makes it fail: 2 of 9 lines"],
  ["nothing needed", { deltas: { total: 9, cause: 0 } }, "The test fails even on nothing at all"],
  ["no failure", { verdict: "not-reproduced", failure: undefined! }, "No cause found: the failure was not reproduced"],
  ["a failure without a cause", { verdict: "not-reproduced" }, "No cause found"],
  [
    "a run stopped before the ends",
    { verdict: "interrupted", failure: undefined! },
    "Nothing is known yet: it was stopped before the failure was reproduced",
  ],
  [
    "a run stopped before the search",
    { verdict: "interrupted", deltas: { total: 0, cause: 0 }, tests: untested },
    "Nothing is known yet but the failure: it was stopped before any difference was tested",
  ],
  [
    "a run stopped between two searches",
    { verdict: "interrupted", deltas: { total: 0, cause: 0 }, tests: { ...untested, needed: 8, pass: 8 } },
    "The cause is not known yet",
  ],
  ["a stopped simplification", { verdict: "exhausted" }, "The failure needs at most 2 of 9 lines"],
  ["a stopped isolation", { verdict: "interrupted", goal: "isolate" }, "The cause is among 2 of 9 lines"],
])("%s has its headline", (_, about, sentence) => {
  expect(shown(about)).toBe(sentence);
});

test("an application may say more about a search that was stopped, or leave it", () => {
  const report = (partial: string[] | undefined) => ({ ...plainReport, partialHeadline: () => partial });
  expect(shown({ verdict: "exhausted" }, report(["Between two commits"]))).toBe("Between two commits");
  expect(shown({ verdict: "exhausted" }, report(undefined))).toBe("The failure needs at most 2 of 9 lines");
});
