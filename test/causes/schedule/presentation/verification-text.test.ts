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
    const failing = {
      schedule: "",
      command: "",
      ended: "exit 1",
      failure: "exit 1 with AssertionError",
      replays: true,
    };
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

describe("the sentence about all schedules", () => {
  const search = { by: "preemptions", bound: 2, complete: true, tried: 4812, unresolved: 0, atLeast: 4812 } as const;
  const sentence = (exhaustive: Partial<NonNullable<Verification["exhaustive"]>>) =>
    headline({ replay: followed, exhaustive: { ...search, ...exhaustive } }).replace(/^.*?\. /, "");

  test("says how many there are", () => {
    expect(sentence({})).toBe("All 4,812 schedules with at most 2 preemptions pass");
    expect(sentence({ bound: 1 })).toBe("All 4,812 schedules with at most 1 preemption pass");
    expect(sentence({ bound: 0 })).toBe("All 4,812 schedules without preemptions pass");
    expect(sentence({ tried: 1 })).toBe("There is only one of the schedules with at most 2 preemptions, and it passes");
  });

  test("names what is bounded for events", () => {
    expect(sentence({ by: "deviations" })).toBe(
      "All 4,812 orders of events with at most 2 deviations from the default order pass",
    );
  });

  test("does not say that all pass if some could not be judged, or were not tried", () => {
    expect(sentence({ unresolved: 12 })).toBe(
      "Of all 4,812 schedules with at most 2 preemptions, 4,800 pass and 12 could not be judged",
    );
    expect(sentence({ complete: false, tried: 5000, atLeast: 23_412, completeUpTo: 1 })).toBe(
      "5,000 of at least 23,412 schedules with at most 2 preemptions were tried: all of these pass; these include all with at most 1 preemption",
    );
    const { atLeast, ...unknown } = { ...search, complete: false };
    expect(headline({ replay: followed, exhaustive: unknown })).toMatch(
      /4,812 schedules with at most 2 preemptions were tried, and there may be more: all of these pass$/,
    );
  });
});
