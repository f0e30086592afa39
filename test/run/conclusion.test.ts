import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { brokenAssumptionsOf, verdictOf } from "../../src/run/conclusion.ts";
import { Counts } from "../../src/run/counts.ts";

function stoppedRun(reason?: string): { stopped: AbortSignal } {
  const abort = new AbortController();
  if (reason !== undefined) abort.abort(reason);
  return { stopped: abort.signal };
}

test("a run whose searches all ended has found the cause, even if it was stopped then", () => {
  expect(verdictOf(stoppedRun(), true)).toBe("found");
  expect(verdictOf(stoppedRun("interrupted"), true)).toBe("found");
});

test("a run that was stopped before says why; without a signal its tests ran out", () => {
  expect(verdictOf(stoppedRun("interrupted"), false)).toBe("interrupted");
  expect(verdictOf(stoppedRun("exhausted"), false)).toBe("exhausted");
  expect(verdictOf(stoppedRun(), false)).toBe("exhausted");
});

const counted = (...outcomes: Outcome[]) => {
  const counts = new Counts();
  for (const [i, outcome] of outcomes.entries())
    counts.take({ content: `${i}`, outcome, ended: "", milliseconds: 1, runs: 1 }, { knownBefore: false });
  return { counts };
};

/** {0} fails and {0, 1} passes. */
const notMonotone = {
  tested: () => [
    { set: DeltaSet.range(0, 2), outcome: "pass" as const },
    { set: DeltaSet.range(0, 1), outcome: "fail" as const },
  ],
  found: { failing: DeltaSet.range(0, 1) },
};

test("an assumption that several searches saw broken is named once", () => {
  const broken = brokenAssumptionsOf(counted("fail", "pass"), [notMonotone, notMonotone]);
  expect(broken.map(({ assumption }) => assumption)).toEqual(["monotone"]);
});

test("many unresolved outcomes are a broken assumption of the whole run", () => {
  const broken = brokenAssumptionsOf(counted("unresolved", "unresolved", "fail"), []);
  expect(broken.map(({ assumption }) => assumption)).toEqual(["resolved"]);
  expect(brokenAssumptionsOf(counted("pass", "fail"), [])).toEqual([]);
});
