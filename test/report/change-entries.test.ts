import { expect, test } from "vitest";
import { changeEntries } from "../../src/report/terminal/change-entries.ts";
import type { Paint } from "../../src/report/terminal/paint.ts";

const same = (text: string) => text;
const paint = { dim: same, green: same, red: same, bold: same, yellow: same, marked: (text: string) => `[${text}]` };
const shown = (old: string, text: string) =>
  changeEntries([{ file: "a.js", line: 3, old, text, new: text }], paint as unknown as Paint)[0]!
    .split("\n")
    .slice(1)
    .map((line) => line.slice(4));

test("what differs within a line is marked", () => {
  expect(shown("price + tax;\n", "price + floor(tax);\n")).toEqual(["- price + [tax];", "+ price + [floor(tax)];"]);
});

test("a line that was written anew is not marked", () => {
  expect(shown("abc\n", "xyz\n")).toEqual(["- abc", "+ xyz"]);
});

test("a long line is clipped around what differs in it", () => {
  const [old, now] = shown(`${"x".repeat(5000)}one;\n`, `${"x".repeat(5000)}two;\n`);
  expect(old).toMatch(/^- …x{1,40}\[one\];$/);
  expect(now).toMatch(/^\+ …x{1,40}\[two\];$/);
});

test("of a long change only lines that differ are shown, and how many are not", () => {
  const lines = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name} ${i}\n`).join("");
  const context = lines("same", 30);
  expect(shown(`${context}old\n${context}`, `${context}new\n${context}`)).toEqual(["- old", "+ new"]);
  const long = shown("", lines("new", 15));
  expect([long.length, long.at(-1)]).toEqual([13, "+ … 3 more lines"]);
});

test("lines that the entry lacks count, too", () => {
  const cut = (name: string, count: number) =>
    `${Array.from({ length: 20 }, (_, i) => `${name} ${i}\n`).join("")}… ${count} more lines`;
  const lines = shown(cut("old", 38), cut("new", 38));
  expect(lines.filter((line) => line.includes("more"))).toEqual(["- … 46 more lines", "+ … 46 more lines"]);
  expect(shown("", "a\n… 1 more line")).toEqual(["+ a", "+ … 1 more line"]);
});
