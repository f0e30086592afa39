import { expect, test } from "vitest";
import { convert } from "../src/convert.ts";
import { money } from "../src/money.ts";

test("euros to dollars", () => {
  expect(convert(money(100, "EUR"), "USD", 1.08)).toEqual({ units: 10800, currency: "USD" });
});

test("a currency without a point", () => {
  expect(convert(money(10, "EUR"), "JPY", 161.4)).toEqual({ units: 1614, currency: "JPY" });
});
