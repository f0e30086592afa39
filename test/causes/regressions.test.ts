import { expect, test } from "vitest";
import { regression } from "../../bench/changes/regression.ts";
import { found } from "../../bench/changes/searching.ts";

test.each([
  [0, 1],
  [1, 2],
  [2, 3],
])(
  "among 8,721 changes that need each other, at most 97 tests find what the failure needs (seed %d, %d needed)",
  async (seed, needed) => {
    const { tests, right } = await found(regression(seed, needed));
    expect(right).toBe(true);
    expect(tests).toBeLessThanOrEqual(97);
  },
);
