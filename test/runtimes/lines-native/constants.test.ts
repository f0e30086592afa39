import { expect, test } from "vitest";
import { constantOf, steppedConstant } from "../../../runtimes/lines-native/source/constants.ts";
import { tokenize } from "../../../runtimes/lines-native/source/tokens.ts";

const macros = new Map<string, string | undefined>([
  ["SIZE", "(4)"],
  ["AREA", "SIZE * SIZE"],
  ["LOOP", "LOOP"],
  ["CALL", undefined],
  ["NULL", "((void *)0)"],
]);

function value(source: string): number | undefined {
  const { tokens } = tokenize(source);
  return constantOf(tokens, { first: 0, end: tokens.length }, macros);
}

test("what numbers and macros stand for", () => {
  const sources = ["7", "-7", "(2 * SIZE) + 1", "AREA", "'a' + 1", "1 << 3 | 1", "7 / 2 % 2", "~0", "- -3", "true"];
  expect(sources.map(value)).toEqual([7, -7, 9, 16, 98, 9, 1, -1, 3, 1]);
});

test("what is no number, or not surely", () => {
  const sources = ["x", "SIZE + x", "CALL(3)", "LOOP", "3.5", "(4", "", "4 5", "1 / 0", "NULL", "1 << 40", "1 +"];
  expect(sources.map(value)).toEqual(sources.map(() => undefined));
});

test("a constant one more or less is written as people would", () => {
  expect(steppedConstant("7", 7, 1)).toBe("8");
  expect(steppedConstant("-1", -1, 1)).toBe("0");
  expect(steppedConstant("'a'", 97, 1)).toBe("'b'");
  expect(steppedConstant("'\\n'", 10, -1)).toBe("9");
  expect(steppedConstant("SIZE", 4, -1)).toBe("SIZE - 1");
  expect(steppedConstant("500+1", 501, -1)).toBe("500+1 - 1");
  expect(steppedConstant("A | B", 3, 1)).toBe("(A | B) + 1");
  expect(steppedConstant("TRUE", 1, -1)).toBe("0");
});
