import { expect, test } from "vitest";
import { nextStep } from "../../../../src/causes/packages/inside/next-step.ts";

test("the next step names each package once, and up to three", () => {
  expect(nextStep([])).toEqual([]);
  expect(nextStep(["qs", "qs"])).toEqual(["--deeper looks inside qs and names the lines."]);
  expect(nextStep(["a", "b", "a", "c"])).toEqual(["--deeper looks inside a, b and c and names the lines."]);
  expect(nextStep(["a", "b", "c", "d"])).toEqual(["--deeper looks inside these packages and names the lines."]);
});
