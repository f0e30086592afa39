import { expect, test } from "vitest";
import { NearInputs } from "../../../../src/causes/input/locate/near-inputs.ts";
import type { Outcome } from "../../../../src/core/outcome.ts";
import type { World } from "../../../../src/trial/laboratory.ts";

function nearAfter(...met: readonly (readonly [content: string, outcome: Outcome])[]): NearInputs {
  const near = new NearInputs();
  for (const [content, outcome] of met) near.add({ content } as World, { outcome });
  return near;
}
const contents = (worlds: readonly World[]) => worlds.map(({ content }) => content);

test("the last inputs come first, by outcome; unresolved ones are left out", () => {
  const near = nearAfter(["a", "pass"], ["b", "fail"], ["c", "unresolved"], ["d", "pass"], ["e", "fail"]);
  expect(contents(near.passing)).toEqual(["d", "a"]);
  expect(contents(near.failing)).toEqual(["e", "b"]);
});

test("an input that is met again is kept once, as the last one", () => {
  const near = nearAfter(["a", "pass"], ["b", "pass"], ["a", "pass"]);
  expect(contents(near.passing)).toEqual(["a", "b"]);
});

test("only the last ones are kept", () => {
  const met = Array.from({ length: 40 }, (_, i) => [`${i}`, i % 2 === 0 ? "pass" : "fail"] as const);
  const near = nearAfter(...met);
  expect(contents(near.passing)).toHaveLength(15);
  expect(contents(near.passing)[0]).toBe("38");
  expect(contents(near.failing)).toEqual(["39", "37", "35", "33", "31"]);
});
