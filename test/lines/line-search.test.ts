import { expect, test } from "vitest";
import { type LineSearch, mayChangeMore } from "../../src/lines/line-search.ts";

const search = (seconds: number, until?: number) =>
  ({
    run: { seconds, stopped: { aborted: false }, counts: { explored: 0, needed: 0 }, conditions: {} },
    ...(until === undefined ? {} : { until }),
  }) as unknown as LineSearch;

test("changes are tried until their share of the budget is used up", () => {
  expect(mayChangeMore(search(10, 20))).toBe(true);
  expect(mayChangeMore(search(20, 20))).toBe(false);
  expect(mayChangeMore(search(1e9))).toBe(true);
});
