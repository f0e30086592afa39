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
