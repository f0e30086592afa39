import fc from "fast-check";
import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { gradually } from "../../src/search/gradually.ts";
import { worlds } from "../laws/predicates.ts";
import { walk } from "../walk.ts";

/** Small worlds, each delta of which stands for several of a large one: `gradually` begins with blocks from 768 on. */
const large = fc
  .tuple(worlds, fc.integer({ min: 1, max: 60 }))
  .chain(([{ size, predicate }, factor]) =>
    fc.record({
      size: fc.constant(size * factor),
      // One delta of the several is the one that counts.
      offsets: fc.array(fc.nat(factor - 1), { minLength: size, maxLength: size }),
      predicate: fc.constant(predicate),
      factor: fc.constant(factor),
    }),
  )
  .map(({ size, offsets, predicate, factor }) => ({
    size,
    predicate: (set: DeltaSet): Outcome => {
      if (set.size === size) return "fail";
      const counting = offsets.flatMap((offset, i) => (set.has(i * factor + offset) ? [i] : []));
      return predicate(DeltaSet.of(...counting));
    },
  }));

test("gradually gives a failing set of which no single delta can be left out", () => {
  fc.assert(
    fc.property(large, ({ size, predicate }) => {
      const { result } = walk(gradually(DeltaSet.range(0, size)), predicate);
      expect(predicate(result)).toBe("fail");
      for (const n of result) expect(predicate(result.minus(DeltaSet.of(n)))).not.toBe("fail");
    }),
    { numRuns: 60 },
  );
});

test("gradually has a best answer at every step that was seen to fail, and never grows", () => {
  fc.assert(
    fc.property(large, ({ size, predicate }) => {
      let position = gradually(DeltaSet.range(0, size));
      const failed = new Set([DeltaSet.range(0, size).key]);
      let best = size;
      for (let step = 0; step < 1e5 && "ask" in position; step++) {
        if (!failed.has(position.best!.key)) expect.fail(`${position.best} was not seen to fail`);
        if (position.best!.size > best) expect.fail("the best answer grew");
        best = position.best!.size;
        const outcome = predicate(position.ask);
        if (outcome === "fail") failed.add(position.ask.key);
        position = position.after(outcome);
      }
    }),
    { numRuns: 60 },
  );
});

test("gradually depends on the outcomes alone", () => {
  fc.assert(
    fc.property(large, ({ size, predicate }) => {
      const start = gradually(DeltaSet.range(0, size));
      const transcript = () => walk(start, predicate).asked.map(({ set }) => set.key);
      expect(transcript()).toEqual(transcript());
    }),
    { numRuns: 15 },
  );
});
