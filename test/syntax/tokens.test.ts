import { expect, test } from "vitest";
import { tokenCuts } from "../../src/syntax/tokens.ts";

const tokensOf = (text: string) => {
  const bytes = Buffer.from(text);
  const cuts = tokenCuts(bytes);
  return Array.from(cuts.subarray(1), (end, i) => bytes.subarray(cuts[i], end).toString());
};

test("words, numbers, strings, white space and other characters", () => {
  expect(tokensOf('x_1 = fü(3.14,"a \\" b") \n\t;')).toEqual(
    ["x_1", " ", "=", " ", "fü", "(", "3.14", ",", '"a \\" b"', ")", " \n\t", ";"], //
  );
});

test("numbers keep their points and exponents, and no more", () => {
  expect(tokensOf("1e-5+0x1e+2 1..2 v1.x 7.")).toEqual(
    ["1e-5", "+", "0x1e", "+", "2", " ", "1", ".", ".", "2", " ", "v1", ".", "x", " ", "7", "."], //
  );
});

test("a quote that is not closed on its line, or an apostrophe, is a character", () => {
  expect(tokensOf("it's 'a b' \"c\n\"")).toEqual(["it", "'", "s", " ", "'a b'", " ", '"', "c", "\n", '"']);
  expect(tokensOf('"a\\\n"')).toEqual(['"', "a", "\\", "\n", '"']);
});

test("the empty text has no tokens", () => {
  expect([...tokenCuts(new Uint8Array())]).toEqual([0]);
});
