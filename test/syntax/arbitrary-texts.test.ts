import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockTree } from "../../src/syntax/blocks.ts";
import { csvColumns, csvTree } from "../../src/syntax/csv.ts";
import { iniTree } from "../../src/syntax/ini.ts";
import type { Node } from "../../src/syntax/node.ts";
import { repeatTree } from "../../src/syntax/repeats.ts";
import { tokenCuts } from "../../src/syntax/tokens.ts";
import { xmlTree } from "../../src/syntax/xml.ts";
import { anyText } from "../any-text.ts";
import { disorder, leaveOut } from "./leave-out.ts";

const trees: [name: string, tree: (bytes: Uint8Array) => Node][] = [
  ["xml", xmlTree],
  ["csv", csvTree],
  ["ini", iniTree],
  ["blocks", blockTree],
  ["repeats", repeatTree],
];

/** What means something to one of the formats, in any order: nearly all of it broken. */
const fragments = [
  ..."<>/=\"'`!?-[](){},;:#&\\ \n\t\r|a_1\0",
  ...["<a", "<b>", "</a>", "</b>", "<!--", "-->", "<![CDATA[", "]]>", "<?xml ", "<?x", "?>", "<!DOCTYPE a [", "]>"],
  ...["<!ENTITY", "&lt;", "&#1;", ' x="1"', "[s]", "k = v", "  ", "\r\n", '""', "else", "end", "{ x; }", "é"],
];
const brokenText = fc
  .array(fc.constantFrom(...fragments), { maxLength: 60 })
  .map((parts) => new TextEncoder().encode(parts.join("")));
const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), brokenText, brokenText, brokenText);

describe.each(trees)("%s", (_, tree) => {
  test("gives a tree of any bytes, with children in order inside their parents", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(disorder(tree(bytes), bytes.length)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test("does not mind where the bytes lie in their buffer", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const shifted = new Uint8Array(bytes.length + 5).subarray(3, 3 + bytes.length);
        shifted.set(bytes);
        expect(tree(shifted)).toEqual(tree(bytes));
      }),
      { numRuns: 200 },
    );
  });

  test("leaving out all items leaves only what is fixed, and leaving out none leaves all", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const root = tree(bytes);
        const items = root.children.filter((node) => node.role === "item");
        const size = items.reduce((sum, { start, end }) => sum + end - start, 0);
        expect(leaveOut(bytes, root, () => true).length).toBeLessThanOrEqual(bytes.length - size);
        expect([...leaveOut(bytes, root, () => false)]).toEqual([...bytes]);
      }),
      { numRuns: 200 },
    );
  });

  test("takes tens of thousands of anything nested or in a row", () => {
    for (const [opening, closing] of nests) {
      const bytes = Buffer.from(opening.repeat(60_000) + closing.repeat(60_000));
      expect(tree(bytes).end).toBe(bytes.length);
    }
  });
});

const nests = [
  ["(", ")"],
  ["{", ""],
  ["<a>", "</a>"],
  ["<a>", ""],
  [' b=""', ""],
  ["<!--", ""],
  ["a,", "\n"],
  ["[a]\n", "x=\\\n"],
] as const;

test("tokens: cuts rise from 0 to the end, and no UTF-8 character is cut", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyBytes,
        anyText().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        const cuts = [...tokenCuts(bytes)];
        expect(cuts[0]).toBe(0);
        expect(cuts.at(-1)).toBe(bytes.length);
        const inner = cuts.slice(1, -1);
        expect(inner.every((cut, i) => cut > cuts[i]!)).toBe(true);
        expect(inner.some((cut) => bytes[cut]! >= 0x80 && bytes[cut - 1]! >= 0x80)).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

test("csv: the bytes of columns are in order and without overlap, whatever the table", () => {
  fc.assert(
    fc.property(anyBytes, fc.array(fc.nat(5)), (bytes, columns) => {
      let at = 0;
      for (const [start, end] of csvColumns(bytes).without(new Set(columns))) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThanOrEqual(start);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 500 },
  );
});
