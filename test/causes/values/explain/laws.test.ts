import fc from "fast-check";
import { expect, test } from "vitest";
import { freshCopy } from "../../../../src/causes/values/explain/body/fresh-copy.ts";
import { isolateInput } from "../../../../src/causes/values/explain/engine/isolate-input.ts";
import { simplifyInput } from "../../../../src/causes/values/explain/engine/simplify-input.ts";
import { Trials } from "../../../../src/causes/values/explain/engine/trials.ts";
import { ValueDifference } from "../../../../src/causes/values/explain/engine/value/value-difference.ts";
import { ValueOutline } from "../../../../src/causes/values/explain/engine/value/value-outline.ts";
import { valueText } from "../../../../src/causes/values/explain/engine/value/value-text.ts";
import { DeltaSet } from "../../../../src/core/delta-set.ts";
import type { Outcome } from "../../../../src/core/outcome.ts";

const failure = new Error("the failure");
const other = new TypeError("another one");

/** Trials with any outcomes: a body that throws the failure, another error, or nothing. */
function trialsOf(outcomeOf: (candidate: unknown) => Outcome): Trials {
  return new Trials({
    error: failure,
    run: async (candidate) => {
      const outcome = outcomeOf(candidate);
      return outcome === "pass" ? "returned" : { thrown: outcome === "fail" ? failure : other };
    },
    clock: { now: () => 0, nextTurn: async () => {}, start: 0, firstRun: 1, budget: 1000 },
  });
}

/** A value, as JSON has it, and what may be in lists besides. */
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string({ maxLength: 6 }), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined)),
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(fc.string({ maxLength: 4 }), tie("value"), { maxKeys: 6 }),
  ),
})).value;

/** Outcomes that have nothing to do with each other. */
function anyOutcomes(whole: unknown, seed: number) {
  const text = valueText(whole);
  return (candidate: unknown): Outcome => {
    const own = valueText(candidate);
    if (own === text) return "fail";
    let hash = seed;
    for (const char of own) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0;
    return (["fail", "pass", "unresolved"] as const)[Math.abs(hash) % 3]!;
  };
}

/** The value without one of its items or properties, or without one character of a string, for each of them. */
function* withoutOne(value: unknown): Generator<unknown> {
  const outline = new ValueOutline(value);
  for (const n of outline.all) yield outline.keeping(outline.all.minus(DeltaSet.from([outline.whole(n)])));
  for (const [n, leaf] of [[-1, value], ...outline.members.entries()] as [number, unknown][]) {
    const chars = typeof leaf === "string" ? Array.from(leaf) : [];
    for (const i of chars.keys()) yield outline.replacing(n, chars.toSpliced(i, 1).join(""));
  }
}

test("whatever the outcomes, a value that is called minimal fails, and fails without nothing of it", async () => {
  await fc.assert(
    fc.asyncProperty(anyValue, fc.integer(), async (value, seed) => {
      const outcomeOf = anyOutcomes(value, seed);
      const { content, minimal } = await simplifyInput(
        { kind: "value", content: value },
        trialsOf(outcomeOf),
        undefined,
      );
      expect(minimal).toBe(true);
      expect(outcomeOf(content)).toBe("fail");
      for (const smaller of withoutOne(content)) expect(outcomeOf(smaller)).not.toBe("fail");
    }),
  );
});

test("of a value whose failure needs some of its members, these are left and no others", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(60), { maxLength: 5 }), async (needed) => {
      const list = Array.from({ length: 61 }, (_, id) => ({ id, name: `name ${id}` }));
      const trials = trialsOf((candidate) => {
        const ids = (candidate as { id?: number }[]).map(({ id }) => id);
        return needed.every((id) => ids.includes(id)) ? "fail" : "pass";
      });
      const { content } = await simplifyInput({ kind: "value", content: list }, trials, undefined);
      expect(content).toEqual(needed.toSorted((a, b) => a - b).map((id) => ({ id })));
    }),
  );
});

test("no edit gives the passing value, all give the failing one, and others something in between", () => {
  fc.assert(
    fc.property(anyValue, anyValue, (passing, failing) => {
      const difference = new ValueDifference(passing, failing);
      // Properties that come and go change places.
      expect(difference.compose(DeltaSet.empty)).toEqual(passing);
      expect(difference.compose(difference.all)).toEqual(failing);
      expect(difference.all.isEmpty).toBe(valueText(passing) === valueText(failing));
    }),
  );
});

test("whatever the outcomes, an isolated pair passes and fails, and its edits lead from one to the other", async () => {
  await fc.assert(
    fc.asyncProperty(anyValue, anyValue, fc.integer(), async (passing, failing, seed) => {
      fc.pre(valueText(passing) !== valueText(failing));
      const any = anyOutcomes(failing, seed);
      const outcomeOf = (value: unknown) => (valueText(value) === valueText(passing) ? "pass" : any(value));
      const contents = {
        passing: { kind: "value", content: passing },
        failing: { kind: "value", content: failing },
      } as const;
      const pair = await isolateInput(contents, trialsOf(outcomeOf));
      expect(outcomeOf(pair.failing)).toBe("fail");
      expect(outcomeOf(pair.passing)).toBe("pass");
    }),
  );
});

test("a fresh copy is equal, and shares no list, object, date, map, set or bytes with the original", () => {
  const original = {
    list: [{ a: 1 }],
    at: new Date(5),
    map: new Map([["k", [1]]]),
    set: new Set([1]),
    bytes: Buffer.from("abc"),
  };
  const copy = freshCopy(original);
  expect(copy).toStrictEqual(original);
  for (const key of ["list", "at", "map", "set", "bytes"] as const) expect(copy[key]).not.toBe(original[key]);
  expect(copy.list[0]).not.toBe(original.list[0]);
  expect(copy.map.get("k")).not.toBe(original.map.get("k"));
  const withPrototype = JSON.parse('{"__proto__": 1}');
  expect(Object.keys(freshCopy(withPrototype))).toEqual(["__proto__"]);
});
