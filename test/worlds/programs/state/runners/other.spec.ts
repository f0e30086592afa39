import { expect, it } from "vitest";
import { Cart } from "./cart.ts";

it("is empty", () => {
  expect(new Cart().items).toEqual([]);
});
