import { expect, test } from "vitest";
import { readSource } from "../../../runtimes/lines-native/source/source-file.ts";
import { literalValue, tokenize } from "../../../runtimes/lines-native/source/tokens.ts";

/** The parts of the first condition, or of the first statement. */
function leaves(text: string): string[] {
  const source = readSource(text);
  const clause = source.clauseAt(1, text.indexOf("(") + 2)!;
  return source.leaves(clause).map((leaf) => source.text(leaf));
}

test("a condition is tested part by part, in the order of its text", () => {
  expect(leaves("if (a < b && (c || !d)) x();")).toEqual(["a < b", "c", "d"]);
  expect(leaves("while ((c = getchar()) != EOF) x();")).toEqual(["(c = getchar()) != EOF"]);
  expect(leaves("for (i = 0; i < n && a[i]; i++) x();")).toEqual([]);
  expect(leaves("if (f(a < b, c)) x();")).toEqual(["a < b", "f(a < b, c)"]);
  expect(leaves("while (1) x();")).toEqual([]);
  expect(leaves("x = (a) ? b == c : d || e;")).toEqual(["a", "b == c", "d", "e"]);
  expect(leaves("if (!(flags & 4)) x();")).toEqual(["flags & 4"]);
});

test("a position is in the smallest clause around it", () => {
  const source = readSource("for (i = 0; i < n; i++) {\n  if (a[i]) f(\n    i);\n}");
  const at = (line: number, column: number) => source.text(source.clauseAt(line, column)!);
  expect([at(1, 8), at(1, 15), at(1, 21), at(1, 1)]).toEqual(["i = 0", "i < n", "i++", "i < n"]);
  expect([at(2, 7), at(2, 3), at(2, 13), at(3, 5)]).toEqual(["a[i]", "a[i]", "f( i)", "f( i)"]);
});

test("comments, directives and texts hold no code", () => {
  const { tokens, macros } = tokenize(
    'a /* if (\n) */ b // c\n  #define N 3 \\\n 4\n#define F(x) x\n"d\\"e" \'\\\'\' R"(f")" g',
  );
  expect(tokens.map(({ text }) => text)).toEqual(["a", "b", '"d\\"e"', "'\\''", 'R"(f")"', "g"]);
  expect(tokens.map(({ line, column }) => [line, column])[1]).toEqual([2, 6]);
  expect([...macros.keys()]).toEqual(["N", "F"]);
});

test("columns count bytes, and texts have their letters", () => {
  const source = readSource(Buffer.from('x = "äö" + y;').toString("latin1"));
  const at = source.tokenAt(1, 14)!;
  expect(source.tokens[at]!.text).toBe("y");
  expect(source.text({ first: 0, end: at })).toBe('x = "äö" +');
});

test("literals have the values that the compiler gives them", () => {
  const texts = ["10", "0x1F", "4u", "017", "'a'", "'\\n'", "1'000", "0b11", "true", "1.5", "n"];
  expect(texts.map(literalValue)).toEqual([10, 31, 4, 15, 97, 10, 1000, 3, 1, undefined, undefined]);
});
