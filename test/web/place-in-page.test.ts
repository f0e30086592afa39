import { expect, test } from "vitest";
import { placeText, readPlace } from "../../src/web/steps/place-in-page.ts";

test("an address leads back to the same place", () => {
  const place = { run: { folder: 1, id: "20261118-083053/inner/a b" }, step: 17, view: "finding" as const };
  expect(readPlace(placeText(place))).toEqual(place);
});

test("a token is read and never written", () => {
  const { token, ...place } = readPlace("#token=abc&run=0/20261118-083053&step=2");
  expect(token).toBe("abc");
  expect(placeText(place)).toBe("#run=0/20261118-083053&step=2");
});

test.each(["#run=x&step=-1&view=other", "#step=1.5", "", "#%%%"])("%s names no place", (hash) => {
  expect(readPlace(hash)).toEqual({});
});
