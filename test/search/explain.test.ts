import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking, type Hinted, outcomeOf } from "../../src/core/search.ts";
import { lookAhead } from "../../src/drive/look-ahead.ts";
import { sequential } from "../../src/drive/sequential.ts";
import type { Driver } from "../../src/drive/walk.ts";
import { type Explanation, explainDifference } from "../../src/search/explain.ts";
import type { Dependencies, ScopedPair } from "../../src/search/scoped.ts";
import { VirtualTime } from "../drive/virtual-time.ts";

type Answer = Outcome | Hinted;

/** Changes that need each other, some of which together make the failure. */
interface World {
  readonly place: ScopedPair;
  readonly test: (set: DeltaSet) => Answer;
}

type Needs = readonly (readonly number[])[];

/** For each of some deltas, those before it that it needs. */
const needsOf = (size: number): fc.Arbitrary<Needs> =>
  fc
    .array(fc.array(fc.nat(), { maxLength: 2 }), { minLength: size, maxLength: size })
    .map((all) => all.map((seeds, i) => (i === 0 || seeds.length === 2 ? [] : seeds.map((seed) => seed % i))));

function closed(set: DeltaSet, needs: Needs): DeltaSet {
  const found = new Set(set);
  for (const each of found) for (const other of needs[each]!) found.add(other);
  return DeltaSet.of(...found);
}

function dependencies(needs: Needs): Dependencies {
  const neededBy: number[][] = needs.map(() => []);
  for (const [i, others] of needs.entries()) for (const other of others) neededBy[other]!.push(i);
  return { withNeeds: (set) => closed(set, needs), withDependents: (set) => closed(set, neededBy) };
}

/**
 * All fail, none passes. A delta without those that it needs leaves the outcome unresolved; what is told of that, before
 * or by hints, may be true, nothing, or nonsense.
 */
const worlds: fc.Arbitrary<World> = fc.integer({ min: 1, max: 60 }).chain((size) =>
  fc
    .record({
      needs: needsOf(size),
      wrong: needsOf(size),
      cause: fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 4 }),
      known: fc.constantFrom("nothing", "all", "nonsense"),
      hints: fc.constantFrom("none", "true", "nonsense"),
      width: fc.integer({ min: 1, max: 9 }),
      grouped: fc.boolean(),
    })
    .map(({ needs, wrong, cause, known, hints, width, grouped }) => {
      const about = (set: DeltaSet) => {
        if (hints === "nonsense") return closed(set, wrong);
        return DeltaSet.of(...[...set].flatMap((n) => needs[n]!.filter((other) => !set.has(other))));
      };
      const test = (set: DeltaSet): Answer => {
        if ([...set].some((n) => needs[n]!.some((other) => !set.has(other))))
          return hints === "none" ? "unresolved" : { outcome: "unresolved", about: about(set) };
        return cause.every((n) => set.has(n)) ? "fail" : "pass";
      };
      const files = Array.from({ length: Math.ceil(size / width) }, (_, i) =>
        DeltaSet.range(i * width, Math.min(size, (i + 1) * width)),
      );
      const place: ScopedPair = {
        passing: DeltaSet.empty,
        failing: DeltaSet.range(0, size),
        depth: (a, b) => Number(Math.floor(a / width) === Math.floor(b / width)),
        dependencies: known === "nothing" ? undefined : dependencies(known === "all" ? needs : wrong),
        ...(grouped ? { groups: files } : {}),
      };
      return { place, test };
    }),
);

function explained({ place, test }: World): { found: Explanation; asked: DeltaSet[] } {
  const asked: DeltaSet[] = [];
  let search = explainDifference(place);
  while (asking(search)) {
    asked.push(search.ask);
    search = search.after(test(search.ask));
  }
  return { found: search.result, asked };
}

describe("what explains a failure", () => {
  test("fails, and no single delta of it can be left out, whatever is known of dependencies", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { failing, causes } = explained(world).found;
        expect(outcomeOf(world.test(failing))).toBe("fail");
        const removable = [...failing].filter((n) => outcomeOf(world.test(failing.minus(DeltaSet.of(n)))) === "fail");
        expect(removable).toEqual([]);
        expect(failing.contains(causes)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("what is best so far has always failed", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        let search = explainDifference(world.place);
        while (asking(search)) {
          expect(outcomeOf(world.test(search.best!.failing))).toBe("fail");
          search = search.after(world.test(search.ask));
        }
      }),
    );
  });

  test("is the same, by the same steps, however many tests run at once", async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.constantFrom(2, 3, 8), fc.nat(), async (world, workers, seed) => {
        const plain = await driven(sequential, world);
        const ahead = await driven(lookAhead(workers), world, (set) => 1 + ((set.size * 7 + seed) % 50));
        expect(ahead).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });

  test("needs few tests where the dependencies are known: one of 4,000 with what it needs", () => {
    const needs = Array.from({ length: 4000 }, (_, i) => (i % 10 === 0 ? [] : [i - 1]));
    const test = (set: DeltaSet): Answer => {
      for (const n of set) if (needs[n]!.some((other) => !set.has(other))) return "unresolved";
      return set.has(2718) ? "fail" : "pass";
    };
    const place: ScopedPair = {
      passing: DeltaSet.empty,
      failing: DeltaSet.range(0, 4000),
      depth: (a, b) => Number(Math.floor(a / 10) === Math.floor(b / 10)),
      dependencies: dependencies(needs),
    };
    const { found, asked } = explained({ place, test });
    expect(found.failing.toString()).toBe("2710-2718");
    expect(found.causes.toString()).toBe("2718");
    expect(asked.length).toBeLessThanOrEqual(50);
  });
});

async function driven(driver: Driver, { place, test }: World, duration: (set: DeltaSet) => number = () => 1) {
  const time = new VirtualTime();
  const steps: string[] = [];
  const end = await driver<DeltaSet, Explanation, { outcome: Outcome; answer: Answer }, Answer>({
    search: explainDifference(place),
    key: (set) => set.key,
    answer: ({ answer }) => answer,
    trial: (set, signal) =>
      time.trial(duration(set), () => ({ outcome: outcomeOf(test(set)), answer: test(set) }), signal),
    onStep: ({ question, observation }) => steps.push(`${question} ${observation.outcome}`),
  });
  return { end: asking(end) ? undefined : end.result, steps };
}
