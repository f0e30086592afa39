import fc from "fast-check";
import { expect, test } from "vitest";
import { alignLines } from "../../src/web/steps/align-lines.ts";
import { compareTexts } from "../../src/web/steps/compare-texts.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("all lines of both texts are there, in order, and equal ones are equal", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const pairs = alignLines(left, right);
      expect(pairs.flatMap((pair) => pair.left ?? [])).toEqual(left.map((_, i) => i));
      expect(pairs.flatMap((pair) => pair.right ?? [])).toEqual(right.map((_, i) => i));
      for (const pair of pairs) expect(pair.isEqual).toBe(left[pair.left ?? -1] === right[pair.right ?? -1]);
    }),
  );
});

test("only what differs in a line is marked", () => {
  const { rows } = compareTexts(bytes("a\nsize = 7;\n"), bytes("a\nsize = 12;\n"));
  expect(rows.at(-1)).toMatchObject({
    passing: { line: 2, pieces: [{ text: "size = " }, { text: "7", cause: true }, { text: ";\n" }] },
    failing: { pieces: [{ cause: false }, { text: "12", cause: true }, { cause: false }] },
  });
});

test("a line that was left out stands alone, and what is far from it is folded", () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i}\n`);
  const { rows } = compareTexts(bytes(lines.filter((_, i) => i !== 20).join("")), bytes(lines.join("")));
  expect(rows.map(({ folded }) => folded).filter((n) => n !== undefined)).toEqual([17, 16]);
  expect(rows.filter(({ passing, failing }) => !passing && failing)).toHaveLength(1);
});

test("at most 200 rows are shown", () => {
  const many = bytes("x\n".repeat(1000));
  expect(compareTexts(bytes(""), many)).toMatchObject({ left: 800 });
});
