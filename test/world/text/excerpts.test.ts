import { describe, expect, test } from "vitest";
import type { ByteRange } from "../../../src/syntax/ranges.ts";
import { textExcerpts } from "../../../src/world/text/excerpts.ts";

const numbered = (lines: number) =>
  Buffer.from(Array.from({ length: lines }, (_, i) => `line ${String(i + 1).padStart(3)}\n`).join(""));
/** A mark on the first byte of a line. */
const onLine = (line: number): ByteRange => [9 * (line - 1), 9 * (line - 1) + 1];
const shown = (marks: readonly ByteRange[]) =>
  textExcerpts(numbered(100), marks, "a.txt").map(
    ({ line, pieces }) => `${line} ${pieces.map((each) => each.text).join("")}`,
  );

describe("of more lines than people read at a glance", () => {
  test("the first twelve are shown, then how many more there are", () => {
    const marks = Array.from({ length: 20 }, (_, i) => onLine(2 * i + 1));
    expect(shown(marks)).toHaveLength(13);
    expect(shown(marks).at(-1)).toBe("25 … and 8 more lines");
    expect(shown(marks.slice(0, 13)).at(-1)).toBe("25 … and 1 more line");
    expect(shown(marks.slice(0, 12)).at(-1)).toBe("23 line  23\n");
  });

  test("one mark over all of them counts each line once", () => {
    expect(shown([[0, 9 * 40]]).at(-1)).toBe("13 … and 28 more lines");
    const twice = [
      ...Array.from({ length: 12 }, (_, i) => onLine(i + 1)),
      onLine(50),
      [9 * 49 + 2, 9 * 51] as ByteRange,
    ];
    expect(shown(twice).at(-1)).toBe("50 … and 2 more lines");
  });
});
