import { beforeEach, describe, expect, it } from "vitest";
import { Cart, firstBook } from "./cart.ts";

describe("a cart", () => {
  let cart: Cart;
  beforeEach(() => {
    cart = new Cart();
  });

  it("names the first book", () => {
    cart.add("emma", "book");
    expect(firstBook(cart)).toBe("EMMA");
  });

  it("names no book", async () => {
    await Promise.resolve();
    cart.add("train", "toy");
    expect(firstBook(cart)).toBe("");
  });
});
