import { describe, expect, test } from "vitest";
import { verificationHeadline } from "../../../../src/causes/schedule/presentation/verification-text.ts";
import type { Verification } from "../../../../src/causes/schedule/verify/verification.ts";

const followed = { outcome: "passes", ended: "exit 0", unit: "switches", total: 3, followed: 3, missed: [] } as const;

function headline(verification: Partial<Verification>): string {
  return verificationHeadline({ of: "last", outcome: "passes", switches: "", ...verification }).join("");
}

describe("the sentence about a fix", () => {
  test("says which part of the schedule was not followed", () => {
    const missed = [{ part: "1.1@7", why: "no longer exists", place: "a.c:9" }];
    const others = { wanted: 100, tried: 100, different: 100, unresolved: 0 };
    expect(headline({ replay: { ...followed, followed: 2, missed }, others })).toBe(
      "The failing schedule passes now: 2 of its 3 switches were followed, 1.1@7 (a.c:9) no longer exists. 100 other schedules pass too",
    );
  });

  test("counts a schedule that was run twice once", () => {
    const others = { wanted: 100, tried: 100, different: 50, unresolved: 0 };
    expect(headline({ replay: followed, others })).toBe(
      "The failing schedule passes now: all of its 3 switches were followed. 100 runs under 50 other schedules pass too",
    );
  });

  test("does not count what could not be judged, nor what was not tried, as passing", () => {
    const others = { wanted: 100, tried: 40, different: 40, unresolved: 3 };
    expect(headline({ replay: followed, others })).toMatch(
      /\. 37 of 40 runs under 40 other schedules pass too, and 3 could not be judged; 100 were to be tried$/,
    );
    const unjudged = { wanted: 5, tried: 5, different: 5, unresolved: 5 };
    expect(headline({ replay: followed, others: unjudged })).toMatch(/None of 5 runs .* could be judged$/);
  });

  test("says whether it is the same failure", () => {
    const failing = { schedule: "", command: "", ended: "exit 1", failure: "exit 1 with AssertionError" };
    const replay = { ...followed, outcome: "fails", ended: "exit 1" } as const;
    expect(headline({ replay, failing: { ...failing, same: true } })).toMatch(
      /still fails \(exit 1, the same failure\)/,
    );
    const others = { wanted: 100, tried: 17, different: 17, unresolved: 0 };
    expect(headline({ replay: followed, others, failing: { ...failing, same: false } })).toMatch(
      /But it fails under another schedule, number 17 of those tried \(another failure: exit 1 with AssertionError\)$/,
    );
  });

  test("claims nothing before the schedule was replayed", () => {
    expect(headline({})).toMatch(/^Nothing is known yet/);
  });
});
