import { expect, test } from "vitest";
import { unconfirmed } from "../../src/run/confirm.ts";
import { Counts } from "../../src/run/counts.ts";
import { storyOf } from "../../src/run/story.ts";
import { anyRequest, finishedRun } from "./finished-run.ts";

const conclusion = { verdict: "found" as const, minimal: true, assumptions: [] };
const details = { goal: "simplify" as const, search: "auto", deltas: { total: 9, cause: 1 }, by: "lines" };

test("a story has what the run knows, and what the application adds", () => {
  const run = finishedRun();
  const { finding, ...story } = storyOf(run, anyRequest, {
    conclusion,
    details: { ...details, cause: [{ text: "x" }], notes: ["It is enough by itself."] },
  });
  expect(finding).toEqual({
    kind: "input",
    run: run.record.header.run,
    seconds: 1.23,
    stages: [],
    tests: { needed: 0, run: 0, ends: 0, ahead: 0, confirming: 0, cached: 0, pass: 0, fail: 0, unresolved: 0 },
    ...conclusion,
    ...details,
    cause: [{ text: "x" }],
    causes: [],
    files: {},
    notes: ["It is enough by itself."],
  });
  expect(story).toEqual({
    excerpts: [],
    steps: [],
    test: anyRequest.test,
    started: run.record.header.started,
    version: "1.2.3",
  });
});

test("fields that say nothing are left out", () => {
  const { finding } = storyOf(finishedRun(), anyRequest, { conclusion, details: { ...details, notes: [] } });
  for (const field of ["notes", "failure", "otherFailures", "reason"]) expect(finding).not.toHaveProperty(field);
  expect(finding).toMatchObject({ cause: [], causes: [], files: {} });
});

test("the failure, other failures and the reason for no cause are in the finding as text", () => {
  const run = finishedRun({
    ends: { failure: { mode: { mode: "exit" }, exit: 3 } },
    otherFailures: { all: [{ failure: "exit 4", count: 1 }] },
  });
  const { finding } = storyOf(run, anyRequest, {
    conclusion: { ...conclusion, verdict: "not-reproduced", reason: "It passes." },
    details,
  });
  expect(finding).toMatchObject({
    verdict: "not-reproduced",
    reason: "It passes.",
    otherFailures: [{ failure: "exit 4", count: 1 }],
  });
  expect(finding.failure).toContain("exit 3");
});

test("a run that was stopped before its result was confirmed is not at its end", () => {
  const stop = new AbortController();
  const verdict = () => {
    const run = finishedRun({ stopped: stop.signal });
    return storyOf(run, anyRequest, { conclusion: { ...conclusion, assumptions: [unconfirmed] }, details }).finding
      .verdict;
  };
  stop.abort("exhausted");
  expect(verdict()).toBe("exhausted");
});

test("tests without a clear outcome are counted when the run has ended", () => {
  const counts = { ...new Counts().snapshot, needed: 10, unresolved: 4 };
  const early = [
    { assumption: "consistent" as const, seen: "It was not confirmed." },
    { assumption: "resolved" as const, seen: "3 of 9 tests had no clear outcome." },
  ];
  const { finding } = storyOf(finishedRun({ counts: { snapshot: counts } }), anyRequest, {
    conclusion: { ...conclusion, assumptions: early },
    details,
  });
  expect(finding.assumptions).toEqual([
    early[0],
    { assumption: "resolved", seen: "4 of 10 tests had no clear outcome." },
  ]);
});
