import fc from "fast-check";
import { expect, test } from "vitest";
import { planText } from "../../../runtimes/protocol/schedule-plan.ts";
import type { SchedulePolicy } from "../../../runtimes/protocol/schedule-policy.ts";
import { portfolio } from "../../../src/causes/schedule/portfolio.ts";

const textOf = (policy: SchedulePolicy) => planText({ schedule: [], policy, limit: 1 });

test("no schedule is tried twice, however short the program is", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(500), fc.constantFrom("threads", "events"), (seed, steps, lanes) => {
      const policies = portfolio(seed, { steps, syncs: steps >> 3 }, lanes);
      const texts = Array.from({ length: 60 }, () => textOf(policies.next().value));
      expect(new Set(texts).size).toBe(texts.length);
    }),
  );
});

test("however long a program of threads runs, a schedule has about 20,000 switches at most; short ones switch at any step", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (steps) => {
      const policies = portfolio(1, { steps, syncs: 0 }, "threads");
      for (let i = 0; i < 6; i++) {
        const policy = policies.next().value;
        if (policy.name !== "uniform" && policy.name !== "biased") continue;
        const perSwitch = policy.name === "biased" ? policy.quantum / 16 : policy.quantum;
        const isShort = policy.quantum <= (policy.name === "biased" ? 100 : 10);
        if (!isShort) expect(steps / perSwitch).toBeLessThanOrEqual(21_000);
        if (steps <= 100_000) expect(policy.quantum).toBeLessThanOrEqual(Math.max(100, steps / 10));
      }
    }),
  );
});

test("a quarter of the schedules of a short run, and half of those of a long one, switch at synchronisations only", () => {
  const shareAt = (steps: number, syncs: number) => {
    const policies = portfolio(1, { steps, syncs }, "threads");
    const atSyncs = Array.from({ length: 240 }, () => policies.next().value).filter((policy) => "syncs" in policy);
    for (const policy of atSyncs) if (policy.name === "uniform") expect(syncs / policy.quantum).toBeLessThan(25_000);
    expect(new Set(atSyncs.map(textOf)).size).toBe(atSyncs.length);
    return atSyncs.length / 240;
  };
  expect([shareAt(5000, 100), shareAt(1e8, 100), shareAt(1e9, 1e6), shareAt(5000, 0)]).toEqual([
    1 / 4,
    1 / 2,
    1 / 2,
    0,
  ]);
});
