import { expect, test } from "vitest";
import { addCurrency, currencies, digitsOf } from "../src/currencies.ts";
import { format, money } from "../src/money.ts";

test("digits of currencies", () => {
  expect(["EUR", "JPY", "KWD"].map(digitsOf)).toEqual([2, 0, 3]);
});

test("a currency of a game", () => {
  addCurrency("GEM", 1);
  expect(format(money(2.5, "GEM"))).toBe("2.5 GEM");
  expect(currencies()).toContain("GEM");
});

test("an unknown currency", () => {
  expect(() => digitsOf("ABC")).toThrow("no such currency");
});
