import { expect, test } from "vitest";
import { causeEntries, causeExcerpts } from "../../../src/causes/input/cause-entries.ts";
import type { Narrowed } from "../../../src/causes/input/narrowing.ts";
import { TextEdits } from "../../../src/world/text/edits.ts";

const bytes = (text: string) => Buffer.from(text);
const original = { content: bytes("ab\ncd\nef\n"), name: "in.txt" };
const about = { unit: "characters" as const, deltas: { total: 9, cause: 1 } };

/** What is left when simplifying: ranges of the original. */
function left(content: Uint8Array, ...ranges: [from: number, to: number][]): Narrowed {
  return {
    ...about,
    failing: Buffer.concat(ranges.map(([from, to]) => content.subarray(from, to))),
    sources: () => ranges.map(([from, to]) => ({ length: to - from, from, old: to - from })),
  };
}

test("each run of adjacent pieces is an entry, with its line in the original", () => {
  const cause = left(original.content, [0, 1], [3, 4], [4, 5], [6, 8]);
  expect(causeEntries(cause, original)).toEqual([
    { text: "a", file: "in.txt", line: 1 },
    { text: "cd", file: "in.txt", line: 2 },
    { text: "ef", file: "in.txt", line: 3 },
  ]);
  expect(causeExcerpts(cause, original)).toMatchObject([
    {
      file: "in.txt",
      line: 1,
      pieces: [
        { text: "a", cause: true },
        { text: "b\n", cause: false },
      ],
    },
    { file: "in.txt", line: 2 },
    { file: "in.txt", line: 3 },
  ]);
});

test("of an empty result there are no entries", () => {
  expect(causeEntries(left(original.content), original)).toEqual([]);
  expect(causeExcerpts(left(original.content), original)).toEqual([]);
});

test("bytes that are not text are given in base64, and long texts are cut", () => {
  const content = new Uint8Array([0xff, 0xfe]);
  expect(causeEntries(left(content, [0, 2]), { content, name: "x" })).toEqual([{ base64: "//4=", file: "x", line: 1 }]);
  const long = bytes("x".repeat(100_000));
  expect(causeEntries(left(long, [0, 100_000]), { content: long, name: "x" })[0]!.text).toHaveLength(64 * 1024);
});

test("an edit has its old and its new text; edits that touch are one", () => {
  const edits = new TextEdits(bytes("ab\nXX\nef\n"), [
    { start: 3, end: 4, text: bytes("c"), origin: 3 },
    { start: 4, end: 5, text: bytes("d"), origin: 4 },
    { start: 8, end: 8, text: bytes("f"), origin: 7 },
  ]);
  const pair: Narrowed = { ...about, failing: original.content, passing: edits.base, edits };
  expect(causeEntries(pair, original)).toEqual([
    { text: "cd", file: "in.txt", line: 2, old: "XX", new: "cd" },
    { text: "f", file: "in.txt", line: 3 },
  ]);
  expect(causeExcerpts(pair, original).map(({ line }) => line)).toEqual([2, 3]);
});

test("an edit that only removes has no new text", () => {
  const edits = new TextEdits(bytes("abX\n"), [{ start: 2, end: 3, text: bytes(""), origin: 2 }]);
  const pair: Narrowed = { ...about, failing: bytes("ab\n"), passing: edits.base, edits };
  expect(causeEntries(pair, { content: bytes("ab\n"), name: "x" })).toEqual([
    { text: "", file: "x", line: 1, old: "X" },
  ]);
});

test("of a folder each file that is left has its entries, even an empty one", () => {
  const file = (path: string, text: string) => ({
    path,
    original: bytes(`-${text}`),
    text: bytes(text),
    sources: text === "" ? [] : [{ length: text.length, from: 1, old: text.length }],
  });
  const cause: Narrowed = { ...about, failing: bytes(""), remainingFiles: () => [file("a.c", "x"), file("b.c", "")] };
  expect(causeEntries(cause, original)).toEqual([
    { text: "x", file: "a.c", line: 1 },
    { text: "", file: "b.c", line: 1 },
  ]);
});
