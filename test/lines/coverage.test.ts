import fc from "fast-check";
import { expect, test } from "vitest";
import { coverageOf } from "../../src/lines/coverage.ts";

const run = (fails: boolean, ...lines: number[]) => ({ fails, lines: { "a.py": lines } });

test("a line that all failing runs execute and no passing one is the most suspicious", () => {
  const coverage = coverageOf([run(true, 1, 2, 3), run(true, 1, 3), run(false, 1, 2)]);
  const suspicion = (wanted: number) => coverage.find(({ line }) => line === wanted)!.suspicion;
  expect(suspicion(3)).toBe(1);
  expect(suspicion(1)).toBeCloseTo(2 / Math.sqrt(2 * 3));
  expect(suspicion(2)).toBeCloseTo(1 / Math.sqrt(2 * 2));
});

test("lines that no failing run executes are no suspects", () => {
  expect(coverageOf([run(true, 1), run(false, 1, 2)]).map(({ line }) => line)).toEqual([1]);
});

test("one more passing run that executes a line makes it less suspicious, one that does not changes nothing", () => {
  const lines = fc.uniqueArray(fc.integer({ min: 1, max: 6 }));
  const runs = fc.array(fc.record({ fails: fc.boolean(), lines }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(runs, lines, (some, more) => {
      const before = coverageOf(some.map(({ fails, lines: executed }) => run(fails, ...executed)));
      const after = coverageOf([
        ...some.map(({ fails, lines: executed }) => run(fails, ...executed)),
        run(false, ...more),
      ]);
      for (const { line, suspicion } of before) {
        const now = after.find((each) => each.line === line)!.suspicion;
        if (more.includes(line)) expect(now).toBeLessThan(suspicion);
        else expect(now).toBe(suspicion);
      }
    }),
  );
});
