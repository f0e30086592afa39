import fc from "fast-check";
import { expect, test } from "vitest";
import type { ComparedLine, Comparison } from "../../../src/core/finding.ts";
import { TextEdits } from "../../../src/world/text/edits.ts";
import type { Unit } from "../../../src/world/text/pieces.ts";
import { compare } from "../../../src/world/text/side-by-side.ts";
import { editsBetween } from "../../../src/world/text/text-edits.ts";

function compared(passing: string, failing: string, unit: Unit = "characters"): Comparison | undefined {
  return compare(editsBetween(Buffer.from(passing), Buffer.from(failing), unit));
}

const textOf = (line: ComparedLine | undefined) => line?.pieces.map(({ text }) => text).join("") ?? "";
const marksIn = (line: ComparedLine | undefined) =>
  line?.pieces.flatMap(({ text, cause }) => (cause ? [text] : [])).join("") ?? "";

test("the rows are the two texts, line by line; without what is marked they are the same", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab\n"), maxLength: 14 });
  fc.assert(
    fc.property(text, text, fc.constantFrom<Unit>("lines", "characters"), (passing, failing, unit) => {
      if (passing === failing) return;
      const { rows, left } = compared(passing, failing, unit)!;
      expect(left).toBe(0);
      const plain = rows.filter(({ folded }) => folded === undefined);
      const folded = rows.reduce((sum, row) => sum + (row.folded ?? 0), 0);
      if (folded === 0) {
        expect(plain.map((row) => textOf(row.passing)).join("")).toBe(passing);
        expect(plain.map((row) => textOf(row.failing)).join("")).toBe(failing);
      }
      const unmarked = (side: "passing" | "failing") =>
        plain.flatMap((row) => row[side]?.pieces.flatMap(({ text, cause }) => (cause ? [] : [text])) ?? []).join("");
      expect(unmarked("passing")).toBe(unmarked("failing"));
      const marked = (side: "passing" | "failing") => plain.map((row) => marksIn(row[side])).join("").length;
      const { edits } = editsBetween(Buffer.from(passing), Buffer.from(failing), unit);
      expect(marked("passing")).toBe(edits.reduce((sum, { start, end }) => sum + end - start, 0));
      expect(marked("failing")).toBe(edits.reduce((sum, { text }) => sum + text.length, 0));
    }),
    { numRuns: 1000 },
  );
});

test("a line that comes behind another stands beside an empty place, whichever line end came with it", () => {
  const behind = new TextEdits(Buffer.from("a\nc\n"), [{ start: 1, end: 1, text: Buffer.from("\nb"), origin: 1 }]);
  const before = new TextEdits(Buffer.from("a\nc\n"), [{ start: 2, end: 2, text: Buffer.from("b\n"), origin: 2 }]);
  for (const edits of [behind, before]) {
    expect(compare(edits)!.rows.map(({ passing, failing }) => [textOf(passing), textOf(failing)])).toEqual([
      ["a\n", "a\n"],
      ["", "b\n"],
      ["c\n", "c\n"],
    ]);
  }
  const gone = new TextEdits(Buffer.from("a\nb\nc\n"), [{ start: 1, end: 3, text: Buffer.from(""), origin: 1 }]);
  expect(compare(gone)!.rows[1]).toEqual({ passing: { line: 2, pieces: [{ text: "b\n", cause: true }] } });
});

test("lines far from any difference are folded, and counted", () => {
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i}\n`);
  const other = lines.with(20, "line XX\n").toSpliced(40, 0, "new\n");
  const { rows } = compared(lines.join(""), other.join(""), "lines")!;
  expect(rows.map((row) => row.folded ?? `${row.passing?.line ?? ""}|${row.failing?.line ?? ""}`)).toEqual([
    17,
    ...["18|18", "19|19", "20|20", "21|21", "22|22", "23|23", "24|24"],
    13,
    ...["38|38", "39|39", "40|40", "|41", "41|42", "42|43", "43|44"],
    17,
  ]);
});

test("lines behind one that was inserted at the very top are shown, too", () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
  const { rows } = compared(lines.join(""), ["new\n", ...lines, "end\n"].join(""), "lines")!;
  expect(rows.map((row) => row.folded ?? row.failing?.line)).toEqual([1, 2, 3, 4, 14, 19, 20, 21, 22]);
});

test("there are never more than about 200 rows, and it is said how many are not shown", () => {
  const many = (word: string) => Array.from({ length: 1000 }, (_, i) => `${word} ${i}\n`).join("");
  const { rows, left } = compared(many("a"), many("b"), "lines")!;
  expect([rows.length, left]).toEqual([200, 800]);
  const long = compared("x".repeat(100_000), `${"x".repeat(50_000)}y${"x".repeat(50_000)}`)!;
  expect(JSON.stringify(long).length).toBeLessThan(2000);
});

test("bytes that are no text are not compared", () => {
  expect(compare(editsBetween(Uint8Array.of(0, 1), Uint8Array.of(0, 2), "bytes"))).toBeUndefined();
});
