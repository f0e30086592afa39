import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { ddmin } from "../../src/search/ddmin.ts";
import { givingUp } from "../../src/search/giving-up.ts";
import { needs, walk } from "../walk.ts";

const all = DeltaSet.range(0, 64);

test("a search that is answered finds the same, and is complete", () => {
  const { found, complete } = walk(givingUp(ddmin(all), 3), needs(5, 40)).result;
  expect([[...found!], complete]).toEqual([[5, 40], true]);
});

test("after so many unresolved outcomes in a row it ends with the best so far", () => {
  const test = (set: DeltaSet): Outcome => (set.size <= 16 ? "unresolved" : set.has(5) ? "fail" : "pass");
  const { result, asked } = walk(givingUp(ddmin(all), 4), test);
  expect(result.complete).toBe(false);
  expect(test(result.found!)).toBe("fail");
  expect(result.found!.size).toBeLessThan(64);
  expect(asked.at(-1)!.outcome).toBe("unresolved");
  expect(asked.length).toBeLessThan(walk(givingUp(ddmin(all), 40), test).asked.length);
});
