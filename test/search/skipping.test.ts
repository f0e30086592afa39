import fc from "fast-check";
import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { isolateFromNothing, type Pair } from "../../src/search/dd.ts";
import { skipping } from "../../src/search/skipping.ts";
import { worlds } from "../laws/predicates.ts";
import { walk } from "../walk.ts";

test("useless sets are never asked about, and the result is that of a test that cannot tell of them", () => {
  fc.assert(
    fc.property(worlds, fc.nat(), ({ size, predicate }, seed) => {
      const isUseless = (set: DeltaSet) => (Number.parseInt(set.key.slice(0, 8), 16) ^ seed) % 3 === 0;
      const all = DeltaSet.range(0, size);
      const { result, asked } = walk(
        skipping<Pair, Outcome>(isolateFromNothing(all), (set) => (isUseless(set) ? "unresolved" : undefined)),
        predicate,
      );
      const plain = walk(isolateFromNothing(all), (set) => (isUseless(set) ? "unresolved" : predicate(set)));
      expect(result).toEqual(plain.result);
      expect(asked.map(({ set }) => set.key)).toEqual(
        plain.asked.filter(({ set }) => !isUseless(set)).map(({ set }) => set.key),
      );
    }),
  );
});

test("after the most that may be skipped, everything is asked about", () => {
  const all = DeltaSet.range(0, 64);
  const { asked } = walk(
    skipping<Pair, Outcome>(isolateFromNothing(all), () => "unresolved", 10),
    () => "unresolved",
  );
  const every = walk(isolateFromNothing(all), () => "unresolved").asked;
  expect(every.length - asked.length).toBeGreaterThan(0);
  expect(every.length - asked.length).toBeLessThanOrEqual(10);
});
