import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { type Answer, asking, outcomeOf, type Search } from "../../src/core/search.ts";
import { lookAhead } from "../../src/drive/look-ahead.ts";
import { sequential } from "../../src/drive/sequential.ts";
import type { Driver } from "../../src/drive/walk.ts";
import { anotherCure, type Cured, cure, passingPart } from "../../src/search/cure.ts";
import { explainDifference } from "../../src/search/explain.ts";
import type { ScopedPair } from "../../src/search/scoped.ts";
import { parseFormula } from "../cases/formula.ts";
import { VirtualTime } from "../drive/virtual-time.ts";

/**
 * An older version that shows something else than the failure, and changes to it. The test of a set of them: fail, the
 * failure shows; pass; unresolved, what the version shows without any; hinted, something third.
 */
interface World {
  readonly size: number;
  readonly shows: (set: DeltaSet) => Answer;
}

/** Which changes, all together, make something of a set: any of the lists does. */
type Lists = readonly (readonly number[])[];

const listsOf = (size: number, most: number): fc.Arbitrary<Lists> =>
  fc.array(fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 4 }), { maxLength: most });
const anyOf = (lists: Lists, set: DeltaSet) => lists.some((list) => list.every((n) => set.has(n)));

/**
 * The mask is off with any of the cures. Behind it the version fails, unless a change of the fixes is in, and passes
 * then; changes without what they need show something third. The whole shows `whole`, nothing shows the mask.
 */
const worlds = (whole: "fail" | "pass"): fc.Arbitrary<World> =>
  fc.integer({ min: 1, max: 40 }).chain((size) =>
    fc
      .record({
        cures: listsOf(size, 3),
        fixes: listsOf(size, 2),
        needs: fc.dictionary(fc.nat(size - 1).map(String), fc.nat(size - 1), { maxKeys: 4 }),
        hints: fc.boolean(),
        luck: fc.constantFrom(0, 0, 10, 50),
        seed: fc.nat(),
      })
      .map(({ cures, fixes, needs, hints, luck, seed }) => {
        const other = (set: DeltaSet): Answer => {
          const lacking = Object.entries(needs).filter(([n, need]) => set.has(Number(n)) && !set.has(need));
          const about = DeltaSet.of(...new Set(lacking.map(([, need]) => need)));
          return { outcome: "unresolved", about: hints ? about : DeltaSet.empty } as Answer;
        };
        const third = (set: DeltaSet) => {
          const dice = (Number.parseInt(set.key.slice(0, 8), 16) ^ seed) >>> 0;
          return Object.entries(needs).some(([n, need]) => set.has(Number(n)) && !set.has(need)) || dice % 100 < luck;
        };
        const shows = (set: DeltaSet): Answer => {
          if (set.isEmpty) return "unresolved";
          if (set.size === size) return whole;
          if (third(set)) return other(set);
          if (!anyOf(cures, set)) return "unresolved";
          return anyOf(fixes, set) ? "pass" : "fail";
        };
        return { size, shows };
      }),
  );

function placeOf(size: number): ScopedPair {
  const all = DeltaSet.range(0, size);
  const files = Array.from({ length: Math.ceil(size / 7) }, (_, i) => DeltaSet.range(7 * i, Math.min(size, 7 * i + 7)));
  return {
    passing: DeltaSet.empty,
    failing: all,
    depth: (a, b) => Number(Math.floor(a / 7) === Math.floor(b / 7)),
    groups: files,
    dependencies: undefined,
  };
}

const curing = (size: number) => cure(explainDifference(placeOf(size)));
const another = (size: number) => anotherCure(DeltaSet.range(0, size), explainDifference(placeOf(size)));
const passing = (size: number) => passingPart(explainDifference(placeOf(size)));

interface Ran<R> {
  readonly found: R;
  readonly asked: readonly { readonly set: DeltaSet; readonly answer: Answer }[];
}

function ran<R>(search: Search<DeltaSet, R, Answer>, shows: World["shows"]): Ran<R> {
  const asked: { set: DeltaSet; answer: Answer }[] = [];
  while (asking(search)) {
    const answer = shows(search.ask);
    asked.push({ set: search.ask, answer });
    search = search.after(answer);
  }
  return { found: search.result, asked };
}

const singles = (set: DeltaSet) => Array.from(set, (n) => DeltaSet.of(n));
const runs = { numRuns: 200 };

/** The failure shows with it, and with no single change less. */
function isCure(set: DeltaSet, { shows }: World): void {
  expect(shows(set)).toBe("fail");
  expect(singles(set).filter((one) => outcomeOf(shows(set.minus(one))) === "fail")).toEqual([]);
}

/** A cure, or the set that passed: the last one asked about, and no other did. */
function isTrue({ found, asked }: Ran<Cured>, world: World): void {
  const passed = asked.filter(({ answer }) => outcomeOf(answer) === "pass");
  if (passed.length === 0) {
    expect(Object.keys(found)).toEqual(["cure"]);
    isCure(found.cure!, world);
  } else {
    expect(passed).toEqual(asked.slice(-1));
    expect(found).toEqual({ passing: passed[0]!.set });
  }
}

describe("a cure", () => {
  test("shows the failure, and does not with a single change less; or a set that passes ends the search", () => {
    fc.assert(
      fc.property(worlds("fail"), (world) => isTrue(ran(curing(world.size), world.shows), world)),
      runs,
    );
  });

  test("among the rest is sought only if the failure shows with all of that", () => {
    const whole = fc.constantFrom<Answer>("fail", "pass", "unresolved", {
      outcome: "unresolved",
      about: DeltaSet.empty,
    } as Answer);
    fc.assert(
      fc.property(worlds("fail"), whole, ({ size, shows }, answer) => {
        const all = DeltaSet.range(0, size);
        const world = { size, shows: (set: DeltaSet) => (set.equals(all) ? answer : shows(set)) };
        const run = ran(another(size), world.shows);
        expect(run.asked[0]!.set.equals(all)).toBe(true);
        if (answer === "fail") return isTrue(run, world);
        expect(run.asked.length).toBe(1);
        expect(run.found).toEqual(answer === "pass" ? { passing: all } : {});
      }),
      runs,
    );
  });

  test("is not known before the end", () => {
    fc.assert(
      fc.property(worlds("fail"), ({ size, shows }) => {
        let search = curing(size);
        while (asking(search)) {
          expect(search.best).toEqual({});
          search = search.after(shows(search.ask));
        }
      }),
    );
  });
});

describe("the part that passes", () => {
  test("passes, and does not with a single change less; so does what is best on the way", () => {
    fc.assert(
      fc.property(worlds("pass"), ({ size, shows }) => {
        let search = passing(size);
        while (asking(search)) {
          expect(shows(search.best!)).toBe("pass");
          search = search.after(shows(search.ask));
        }
        expect(shows(search.result)).toBe("pass");
        for (const one of singles(search.result)) expect(shows(search.result.minus(one))).not.toBe("pass");
      }),
      runs,
    );
  });
});

describe.each([
  ["a cure", curing, "fail"],
  ["another cure", another, "fail"],
  ["the part that passes", passing, "pass"],
] as const)("%s", (_, searchOver, whole) => {
  test("is the same, by the same steps, however many tests run at once", async () => {
    await fc.assert(
      fc.asyncProperty(worlds(whole), fc.integer({ min: 2, max: 16 }), fc.nat(), async (world, workers, seed) => {
        const search = searchOver(world.size) as Search<DeltaSet, unknown, Answer>;
        const plain = await driven(sequential, search, world);
        const ahead = await driven(lookAhead(workers), search, world, (set) => 1 + ((set.size * 7 + seed) % 50));
        expect(ahead).toEqual(plain);
      }),
      { numRuns: 25 },
    );
  });

  test("goes on from any prefix of its answers to the same end", () => {
    fc.assert(
      fc.property(worlds(whole), fc.nat(), ({ size, shows }, seed) => {
        const search = searchOver(size) as Search<DeltaSet, unknown, Answer>;
        const { found, asked } = ran(search, shows);
        const known = new Map(asked.slice(0, seed % (asked.length + 1)).map(({ set, answer }) => [set.key, answer]));
        const resumed = ran(search, (set) => known.get(set.key) ?? shows(set));
        expect(resumed).toEqual({ found, asked });
      }),
      { numRuns: 25 },
    );
  });
});

async function driven<R>(
  driver: Driver,
  search: Search<DeltaSet, R, Answer>,
  { shows }: World,
  duration: (set: DeltaSet) => number = () => 1,
) {
  const time = new VirtualTime();
  const steps: string[] = [];
  const end = await driver<DeltaSet, R, { outcome: Outcome; answer: Answer }, Answer>({
    search,
    key: (set) => set.key,
    answer: ({ answer }) => answer,
    trial: (set, signal) =>
      time.trial(duration(set), () => ({ outcome: outcomeOf(shows(set)), answer: shows(set) }), signal),
    onStep: ({ question, observation }) => steps.push(`${question} ${observation.outcome}`),
  });
  return { end: asking(end) ? undefined : end.result, steps };
}

describe("the tests come in this order", () => {
  /** The formulas: with which changes the mask is off, which show something third, and which pass. */
  function transcript(
    search: Search<DeltaSet, Cured | DeltaSet, Answer>,
    off: string,
    third = "",
    passes = "",
  ): string[] {
    const [isOff, isThird, isFixed] = [off, third, passes].map((text) =>
      text === "" ? () => false : parseFormula(text),
    );
    const { found, asked } = ran(search, (set) => {
      if (isThird!(set)) return { outcome: "unresolved", about: DeltaSet.empty } as Answer;
      if (!isOff!(set)) return "unresolved";
      return isFixed!(set) ? "pass" : "fail";
    });
    const words = (answer: Answer) =>
      typeof answer === "object" ? "third" : answer === "unresolved" ? "mask" : answer;
    const end =
      found instanceof DeltaSet ? `part: ${found}` : Object.entries(found).map(([key, set]) => `${key}: ${set}`);
    return [...asked.map(({ set, answer }) => `${set} ${words(answer)}`), end].flat();
  }

  test("for one cure of two changes, far apart", () => {
    expect(transcript(curing(8), "2 & 5")).toEqual([
      "0-3 mask",
      "0-5 fail",
      "0-4 mask",
      "5 mask",
      "0-1,5 mask",
      "0-2,5 fail",
      "2,5 fail",
      "5 mask",
      "2 mask",
      "cure: 2,5",
    ]);
  });

  test("for a set that passes on the way", () => {
    expect(transcript(curing(8), "5", "", "1 & 5 & !7")).toEqual(["0-3 mask", "0-5 pass", "passing: 0-5"]);
  });

  test("for a part that passes, beside changes with which something third shows", () => {
    expect(transcript(passing(8), "2", "0 & !7", "2 & 6")).toEqual([
      "0-3 third",
      "4-7 mask",
      "0-1,4-7 mask",
      "0-2,4-7 pass",
      "2 fail",
      "1-2,4-7 pass",
      "2,4-7 pass",
      "4-7 mask",
      "2,5-7 pass",
      "2,6-7 pass",
      "2,7 fail",
      "2,6 pass",
      "6 mask",
      "2 fail",
      "part: 2,6",
    ]);
  });
});
