import { expect, test } from "vitest";
import { parse } from "../src/money.ts";
import { percent, share } from "../src/share.ts";

test("nothing is lost when it is shared", () => {
  expect(share(parse("10.00 EUR"), 3).map(({ units }) => units)).toEqual([334, 333, 333]);
});

test("the tax on a cup of coffee", () => {
  expect(percent(parse("2.50 EUR"), 5).units).toBe(13);
});
