import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking, type Hinted, type HintedSearch } from "../../src/core/search.ts";
import { takeBack } from "../../src/search/take-back.ts";

type Answer = Outcome | Hinted;

/** Walks a search by what a test says about the deltas that are left; returns what is taken back, and the questions. */
function walk(search: HintedSearch<DeltaSet>, say: (left: DeltaSet) => Answer) {
  const asked: DeltaSet[] = [];
  while (asking(search)) {
    asked.push(search.ask);
    search = search.after(say(search.ask));
  }
  return { taken: search.result, asked };
}

const size = 40;
const all = DeltaSet.range(0, size);
const depth = () => 0;
const none = { withNeeds: (set: DeltaSet) => set, withDependents: (set: DeltaSet) => set };
const some = fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 5 }).map((list) => DeltaSet.of(...list));

describe("what is taken back besides the cause", () => {
  test("makes the world pass, contains the cause, and has nothing more that could stay", () => {
    fc.assert(
      fc.property(some, some, fc.boolean(), (cause, more, isBroken) => {
        // With the cause gone, what needs it fails or cannot be judged, until all of that is gone too.
        const test = (left: DeltaSet): Outcome => {
          if (!left.intersect(cause).isEmpty) return "fail";
          return left.intersect(more).isEmpty ? "pass" : isBroken ? "unresolved" : "fail";
        };
        const { taken } = walk(takeBack({ all, cause, depth, dependencies: none }), test);
        expect(test(all.minus(taken))).toBe("pass");
        expect(taken.contains(cause)).toBe(true);
        expect([...taken.minus(cause)]).toEqual([...more.minus(cause)]);
      }),
    );
  });

  test("is nothing where the cause alone is enough: one question", () => {
    const cause = DeltaSet.of(3);
    const { taken, asked } = walk(takeBack({ all, cause, depth, dependencies: none }), (left) =>
      left.has(3) ? "fail" : "pass",
    );
    expect([[...taken], asked.length]).toEqual([[3], 1]);
  });

  test("is first what depends on the cause, and what the errors are about", () => {
    const cause = DeltaSet.of(3);
    const withDependents = (set: DeltaSet) => (set.has(3) ? set.union(DeltaSet.of(20, 30)) : set);
    const byName = walk(takeBack({ all, cause, depth, dependencies: { ...none, withDependents } }), (left) =>
      left.has(20) ? "unresolved" : "pass",
    );
    expect([...byName.taken]).toEqual([3, 20]);
    expect(byName.asked.length).toBeLessThanOrEqual(4);
    const byError = walk(takeBack({ all, cause, depth, dependencies: none }), (left) =>
      left.has(33) ? { outcome: "unresolved", about: DeltaSet.of(33) } : "pass",
    );
    expect([...byError.taken]).toEqual([3, 33]);
    expect(byError.asked.length).toBeLessThanOrEqual(3);
  });

  test("is everything where nothing less passes", () => {
    const { taken } = walk(takeBack({ all, cause: DeltaSet.of(0), depth, dependencies: none }), (left) =>
      left.isEmpty ? "pass" : "unresolved",
    );
    expect(taken.equals(all)).toBe(true);
  });
});
