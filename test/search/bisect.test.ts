import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking } from "../../src/core/search.ts";
import { type Ancestry, bisect, type Introduction } from "../../src/search/bisect.ts";

interface Bisected {
  readonly found: Introduction;
  readonly asked: readonly number[];
}

function bisected(ancestry: Ancestry, outcome: (version: number) => Outcome): Bisected {
  const asked: number[] = [];
  let search = bisect(ancestry);
  while (asking(search)) {
    asked.push(search.ask);
    search = search.after(outcome(search.ask));
  }
  return { found: search.result, asked };
}

interface History extends Ancestry {
  /** Itself and all that it was made from. */
  readonly before: (version: number) => ReadonlySet<number>;
}

function history(parents: readonly (readonly number[])[]): History {
  const sets: Set<number>[] = [];
  parents.forEach((own, version) => {
    sets.push(new Set([version, ...own.flatMap((parent) => [...sets[parent]!])]));
  });
  return { count: parents.length, parents: (version) => parents[version]!, before: (version) => sets[version]! };
}

const linear = (count: number) => history(Array.from({ length: count }, (_, i) => (i === 0 ? [] : [i - 1])));

/** Branches and merges at random; the last version is made from all others. */
const histories: fc.Arbitrary<History> = fc
  .array(fc.array(fc.nat(6), { minLength: 0, maxLength: 3 }), { minLength: 1, maxLength: 60 })
  .map((backs) => {
    const parents = backs.map((steps, i) => [...new Set(steps.map((back) => i - 1 - back))].filter((p) => p >= 0));
    const made = new Set(parents.flat());
    const loose = parents.map((_, i) => i).filter((i) => !made.has(i));
    return history([...parents, loose]);
  });

/** A history, which version brought the failure, and which ones cannot be judged: never the last. */
const worlds = (of: fc.Arbitrary<History>, unresolved: fc.Arbitrary<number>) =>
  fc
    .record({ of, seed: fc.nat(), dice: fc.infiniteStream(fc.nat(99)), unresolved })
    .map(({ of, seed, dice, unresolved }) => {
      const luck = [...dice.take(of.count)];
      const culprit = seed % of.count;
      const outcome = (version: number): Outcome => {
        if (version < of.count - 1 && luck[version]! < unresolved) return "unresolved";
        return of.before(version).has(culprit) ? "fail" : "pass";
      };
      return { of, culprit, outcome };
    });

const linears = fc.integer({ min: 1, max: 200 }).map(linear);

describe("bisection of a history", () => {
  test("where all can be judged finds the version that brought the failure, with one that passes before it", () => {
    fc.assert(
      fc.property(worlds(histories, fc.constant(0)), ({ of, culprit, outcome }) => {
        const { failing, passing, suspects } = bisected(of, outcome).found;
        expect({ failing, suspects }).toEqual({ failing: culprit, suspects: [culprit] });
        if (of.parents(culprit).length > 0) expect(of.parents(culprit)).toContain(passing);
        else expect(passing).toBe(-1);
      }),
      { numRuns: 500 },
    );
  });

  test("is true to what it was told: what fails did, what passes did and was before it, the culprit is a suspect", () => {
    fc.assert(
      fc.property(worlds(histories, fc.constantFrom(5, 30, 70, 100)), ({ of, culprit, outcome }) => {
        const { failing, passing, suspects } = bisected(of, outcome).found;
        expect(outcome(failing)).toBe("fail");
        expect(suspects).toContain(culprit);
        expect(suspects).toContain(failing);
        if (passing === -1) return;
        expect(outcome(passing)).toBe("pass");
        expect(of.before(failing).has(passing)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("of a line leaves as few suspects as can be: those between the last that passes and the first that fails", () => {
    fc.assert(
      fc.property(worlds(linears, fc.constantFrom(0, 10, 30)), ({ of, culprit, outcome }) => {
        const { failing, passing, suspects } = bisected(of, outcome).found;
        const judged = Array.from({ length: of.count }, (_, i) => outcome(i));
        expect(failing).toBe(judged.indexOf("fail"));
        expect(passing).toBe(judged.lastIndexOf("pass"));
        expect(suspects).toEqual(Array.from({ length: failing - passing }, (_, i) => passing + 1 + i));
        expect(suspects).toContain(culprit);
      }),
      { numRuns: 300 },
    );
  });

  test("of a line takes no more tests than halving does", () => {
    fc.assert(
      fc.property(worlds(linears, fc.constant(0)), ({ of, outcome }) => {
        expect(bisected(of, outcome).asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(of.count)));
      }),
    );
  });

  test("never asks twice about a version, nor about the last", () => {
    fc.assert(
      fc.property(worlds(histories, fc.constantFrom(0, 30, 90)), ({ of, outcome }) => {
        const { asked } = bisected(of, outcome);
        expect(new Set(asked).size).toBe(asked.length);
        expect(asked).not.toContain(of.count - 1);
      }),
    );
  });

  test("steps over a long stretch that cannot be judged, not one version at a time", () => {
    const of = linear(1000);
    const outcome = (culprit: number) => (version: number) =>
      version >= 300 && version < 800 ? "unresolved" : version >= culprit ? "fail" : "pass";
    for (const culprit of [17, 299, 801, 950]) {
      const { found, asked } = bisected(of, outcome(culprit));
      expect(found.suspects).toEqual([culprit]);
      expect(asked.length).toBeLessThanOrEqual(30);
    }
    const within = bisected(of, outcome(555));
    expect(within.found).toMatchObject({ failing: 800, passing: 299 });
    expect(within.asked.length).toBeLessThanOrEqual(50);
  });

  test("never asks about versions that are skipped, and leaves those next to the culprit as suspects", () => {
    const skipped = new Set([2, 40, 41, 42, 77]);
    const outcome = (culprit: number) => (version: number) => (version >= culprit ? "fail" : "pass");
    for (const culprit of [1, 17, 41, 43, 99]) {
      const { found, asked } = bisected({ ...linear(100), skipped }, outcome(culprit));
      expect(asked.filter((version) => skipped.has(version))).toEqual([]);
      expect(found.suspects).toEqual(culprit === 41 || culprit === 43 ? [40, 41, 42, 43] : [culprit]);
      expect(asked.length).toBeLessThanOrEqual(9);
    }
  });

  test("asks about merges first, then in the order of ranks, where several halve the suspects", () => {
    // 0 - 1 - - 4 - 5 …: 2, 3 are the other branch; 4, which merges it, has 5 of 11 before it, and 5 has 6.
    const of = history([[], [0], [0], [2], [1, 3], [4], [5], [6], [7], [8], [9]]);
    const first = bisect({ ...of, ranked: Array.from({ length: 11 }, (_, i) => 10 - i) });
    expect("ask" in first && first.ask).toBe(4);
    const plain = linear(4);
    const [one, other] = [bisect(plain), bisect({ ...plain, ranked: [3, 2, 1, 0] })];
    expect("ask" in one && "ask" in other && [one.ask, other.ask]).toEqual([1, 1]);
    const odd = linear(5);
    const [early, late] = [bisect(odd), bisect({ ...odd, ranked: [4, 3, 2, 1, 0] })];
    expect("ask" in early && "ask" in late && [early.ask, late.ask]).toEqual([1, 2]);
  });

  test("asks about the parent of a branch that began before the first version; if that fails, the branch does not count", () => {
    // -1 - 0 - - - 3 - 4: 1, 2 are a branch from version 5, which is older than -1.
    const parents = [[-1], [5], [1], [0, 2], [3]];
    const of = { count: 5, parents: (version: number) => parents[version] ?? [] };
    const fails = (...versions: number[]) => bisected(of, (version) => (versions.includes(version) ? "fail" : "pass"));
    expect(fails(1, 2, 3, 4).found).toEqual({ failing: 1, passing: 5, suspects: [1] });
    expect(fails(2, 3, 4).found).toEqual({ failing: 2, passing: 1, suspects: [2] });
    expect(fails(1, 2, 5, 4).found).toEqual({ failing: 4, passing: 3, suspects: [4] });
    expect(fails(1, 2, 5, 3, 4).found).toMatchObject({ failing: 3, passing: 0, suspects: [3] });
  });

  test("of a failure on one of two branches gives the version before it, not one of the other branch", () => {
    // 0 - 1 - 2 - - 6: 3, 4, 5 are the other branch, and 4 brought it.
    const of = history([[], [0], [1], [0], [3], [4], [2, 5]]);
    const { found } = bisected(of, (version) => (of.before(version).has(4) ? "fail" : "pass"));
    expect(found).toEqual({ failing: 4, passing: 3, suspects: [4] });
  });

  test("gives the version right before it, though a later one further back passes as well", () => {
    // 0 - 1 - - - - 5: 2, 3, 4 are the other branch, and the merge brought it; 3 and 1 are asked about, 4 is not.
    const of = history([[], [0], [0], [2], [3], [1, 4]]);
    const outcomes = new Map<number, Outcome>([[4, "unresolved"]]);
    const { found } = bisected(of, (version) => outcomes.get(version) ?? (version === 5 ? "fail" : "pass"));
    expect(found).toMatchObject({ failing: 5, passing: 1 });
  });
});
