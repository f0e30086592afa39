import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OrderPath } from "../../src/search/order-path.ts";

const orders = fc
  .uniqueArray(fc.integer({ min: 0, max: 99 }).map(String), { maxLength: 12 })
  .chain((from) =>
    fc.tuple(
      fc.constant(from),
      fc.shuffledSubarray(from, { minLength: from.length }),
      fc.uniqueArray(fc.integer({ min: 100, max: 120 }).map(String), { maxLength: 3 }),
    ),
  );

describe("the way from one order to another", () => {
  test("begins with the one, ends with the other, and each step swaps two neighbours", () => {
    fc.assert(
      fc.property(orders, ([from, to]) => {
        const path = new OrderPath(from, to);
        expect(path.at(0)).toEqual(from);
        expect(path.at(path.length)).toEqual(to);
        for (let i = 1; i <= path.length; i++) {
          const [before, after] = [path.at(i - 1), path.at(i)];
          const at = before.findIndex((each, n) => each !== after[n]);
          expect([after[at], after[at + 1]]).toEqual([before[at + 1], before[at]]);
          expect(after.slice(at + 2)).toEqual(before.slice(at + 2));
          expect(path.swap(i - 1)).toEqual({ first: after[at], second: before[at] });
        }
      }),
    );
  });

  test("never exchanges two that are in the same order in both", () => {
    fc.assert(
      fc.property(orders, ([from, to]) => {
        const path = new OrderPath(from, to);
        for (let i = 0; i < path.length; i++) {
          const { first, second } = path.swap(i);
          expect(from.indexOf(second)).toBeLessThan(from.indexOf(first));
          expect(to.indexOf(first)).toBeLessThan(to.indexOf(second));
        }
      }),
    );
  });

  test("puts what only one of them has last in the other one", () => {
    fc.assert(
      fc.property(orders, ([from, to, more]) => {
        const path = new OrderPath(from, [...more, ...to]);
        expect(path.at(0)).toEqual([...from, ...more]);
        expect(path.at(path.length)).toEqual([...more, ...to]);
        const other = new OrderPath([...more, ...from], to);
        expect(other.at(0)).toEqual([...more, ...from]);
        expect(other.at(other.length)).toEqual([...to, ...more]);
      }),
    );
  });
});
