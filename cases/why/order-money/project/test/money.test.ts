import { expect, test } from "vitest";
import { add, format, money, parse } from "../src/money.ts";

test("amounts are read and written", () => {
  expect(["12.50 EUR", "7 JPY", "-0.125 KWD"].map((text) => format(parse(text)))).toEqual([
    "12.50 EUR",
    "7 JPY",
    "-0.125 KWD",
  ]);
});

test("what is no amount", () => {
  expect(() => parse("12,50")).toThrow(SyntaxError);
  expect(() => parse("1 XYZ")).toThrow(RangeError);
});

test("amounts of one currency are added", () => {
  expect(format(add(money(1.1, "EUR"), money(2.2, "EUR")))).toBe("3.30 EUR");
  expect(() => add(money(1, "EUR"), money(1, "USD"))).toThrow(TypeError);
});
