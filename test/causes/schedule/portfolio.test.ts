import fc from "fast-check";
import { expect, test } from "vitest";
import { policyText } from "../../../runtimes/protocol/schedule-policy.ts";
import { portfolio } from "../../../src/causes/schedule/portfolio.ts";

test("no schedule is tried twice, however short the program is", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(500), fc.constantFrom("threads", "events"), (seed, steps, lanes) => {
      const policies = portfolio(seed, steps, lanes);
      const texts = Array.from({ length: 60 }, () => policyText(policies.next().value));
      expect(new Set(texts).size).toBe(texts.length);
    }),
  );
});

test("however long a program of threads runs, a schedule has no more than 20,000 switches; short ones switch at any step", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (steps) => {
      const policies = portfolio(1, steps, "threads");
      for (let i = 0; i < 6; i++) {
        const policy = policies.next().value;
        if (policy.name !== "uniform" && policy.name !== "biased") continue;
        const perSwitch = policy.name === "biased" ? policy.quantum / 16 : policy.quantum;
        const isShort = policy.quantum <= (policy.name === "biased" ? 100 : 10);
        if (!isShort) expect(steps / perSwitch).toBeLessThanOrEqual(20_001);
        if (steps <= 100_000) expect(policy.quantum).toBeLessThanOrEqual(Math.max(100, steps / 10));
      }
    }),
  );
});
