import fc from "fast-check";
import type { DeltaSet } from "../../src/core/delta-set.ts";
import type { Predicate } from "../walk.ts";

/** A world: how many deltas there are, and what a test says of each set of them. */
export interface World {
  readonly size: number;
  readonly predicate: Predicate;
  /** Whether supersets of failing sets fail and every outcome is resolved. */
  readonly monotone: boolean;
}

/**
 * Worlds that keep the one thing a search may rely on: everything fails, nothing does not. Causes are sets of deltas any
 * of which makes the failure; `masks` hide it again (not monotone); a delta without its parent, or bad luck, leaves the
 * outcome unresolved.
 */
export const worlds: fc.Arbitrary<World> = fc
  .integer({ min: 1, max: 40 })
  .chain((size) =>
    fc.record({
      size: fc.constant(size),
      causes: fc.array(fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 5 }), {
        minLength: 1,
        maxLength: 3,
      }),
      masks: fc.array(fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
      parents: fc.dictionary(fc.nat(size - 1).map(String), fc.nat(size - 1), { maxKeys: 4 }),
      luck: fc.record({ seed: fc.nat(), unresolved: fc.constantFrom(0, 0, 10, 30, 90) }),
      noise: fc.boolean(),
    }),
  )
  .map(({ size, causes, masks, parents, luck, noise }) => {
    const all = (set: DeltaSet, wanted: number[]) => wanted.every((n) => set.has(n));
    const orphan = (set: DeltaSet) =>
      Object.entries(parents).some(([n, parent]) => set.has(Number(n)) && !set.has(parent));
    const dice = (set: DeltaSet) => (Number.parseInt(set.key.slice(0, 8), 16) ^ luck.seed) >>> 0;
    const predicate: Predicate = (set) => {
      if (set.isEmpty) return "pass";
      if (set.size === size) return "fail";
      if (orphan(set) || dice(set) % 100 < luck.unresolved) return "unresolved";
      if (noise) return dice(set) % 7 < 3 ? "fail" : "pass";
      if (masks.some((mask) => !mask.some((n) => set.has(n)))) return "pass";
      return causes.some((cause) => all(set, cause)) ? "fail" : "pass";
    };
    const monotone = Object.keys(parents).length === 0 && luck.unresolved === 0 && !noise;
    return { size, predicate, monotone };
  });
