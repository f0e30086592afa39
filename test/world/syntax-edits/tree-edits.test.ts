import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { isolateFromNothing } from "../../../src/search/dd.ts";
import { syntaxOf } from "../../../src/syntax/syntax-of.ts";
import { Parsed } from "../../../src/world/syntax-edits/matching-children.ts";
import { treeEdits } from "../../../src/world/syntax-edits/tree-edits.ts";
import type { TextEdits } from "../../../src/world/text/edits.ts";
import { needs, walk } from "../../walk.ts";
import { byAnything, bySyntax, texts } from "./mutated.ts";

async function editsIn(language: string, from: string | Uint8Array, to: string | Uint8Array): Promise<TextEdits> {
  const { parse } = await syntaxOf(language);
  const parsed = (text: string | Uint8Array) => new Parsed(Buffer.from(text), parse(Buffer.from(text)));
  return treeEdits(parsed(from), parsed(to))!;
}

/** The edits that are not behind the ones before them in both texts, change nothing, or insert what is not there. */
function misplaced({ edits }: TextEdits, to: Uint8Array): TextEdits["edits"] {
  let [at, origin] = [0, 0];
  return edits.filter((edit) => {
    const isBehind = edit.start >= at && edit.origin >= origin;
    [at, origin] = [edit.end, edit.origin + edit.text.length];
    const isThere = Buffer.compare(edit.text, to.subarray(edit.origin, origin)) === 0;
    return !isBehind || !isThere || edit.end - edit.start + edit.text.length <= 0;
  });
}

/** Each edit as old → new. */
function shown({ base, edits }: TextEdits): string[] {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
  return edits.map(({ start, end, text: now }) => `${text(base.subarray(start, end))} → ${text(now)}`);
}

describe("the edits between two texts", () => {
  test.each(Object.keys(texts))(
    "%s: none is the one, all are the other, byte for byte; they are in order",
    async (language) => {
      const { parse } = await syntaxOf(language);
      const bytes = Buffer.from(texts[language]!);
      fc.assert(
        fc.property(byAnything, byAnything, (some, other) => {
          const [from, to] = [some(bytes, parse), other(bytes, parse)];
          const edits = treeEdits(new Parsed(from, parse(from)), new Parsed(to, parse(to)))!;
          expect(Buffer.compare(edits.compose(DeltaSet.empty), from)).toBe(0);
          expect(Buffer.compare(edits.compose(edits.all), to)).toBe(0);
          expect(misplaced(edits, to)).toEqual([]);
        }),
        { numRuns: 40 },
      );
    },
  );

  test.each(["json", "typescript", "javascript", "c", "css"])(
    "%s: each alone leaves the text well-formed",
    async (language) => {
      const { parse, isWellFormed } = await syntaxOf(language);
      const bytes = Buffer.from(texts[language]!);
      let [well, ill] = [0, 0];
      fc.assert(
        fc.property(bySyntax, bySyntax, (some, other) => {
          const [from, to] = [some(bytes, parse), other(bytes, parse)];
          if (!isWellFormed!(from) || !isWellFormed!(to)) return;
          const edits = treeEdits(new Parsed(from, parse(from)), new Parsed(to, parse(to)))!;
          for (const n of edits.all) {
            for (const set of [DeltaSet.of(n), edits.all.minus(DeltaSet.of(n))]) {
              if (isWellFormed!(edits.compose(set))) well++;
              else ill++;
            }
          }
        }),
        { numRuns: 60, seed: 1 },
      );
      expect(well).toBeGreaterThan(20);
      expect(ill / (well + ill)).toBeLessThan(0.02);
    },
  );

  test("isolating any one of them asks only about JSON, in log2 n tests", async () => {
    const { parse, isWellFormed } = await syntaxOf("json");
    const value = fc.json({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, fc.nat(), fc.boolean(), (a, b, seed, pretty) => {
        const [from, to] = [a, b].map((text) => Buffer.from(pretty ? JSON.stringify(JSON.parse(text), null, 2) : text));
        // The grammar does not know 1e+21.
        if (from!.equals(to!) || !isWellFormed!(from!) || !isWellFormed!(to!)) return;
        const edits = treeEdits(new Parsed(from!, parse(from!)), new Parsed(to!, parse(to!)))!;
        const { result, asked } = walk(isolateFromNothing(edits.all), needs(seed % edits.all.size));
        for (const { set } of asked) JSON.parse(Buffer.from(edits.compose(set)).toString());
        expect(result.failing.minus(result.passing).size).toBe(1);
        expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(edits.all.size)));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["json", '{"a": [1, 2], "b": {}}', '{"a": [1, 3, 2], "b": {"x": 1}}', [" → , 3", ' → "x": 1']],
    ["json", "[1, 2, 3]", "[]", ["1 → ", ", 2 → ", ", 3 → "]],
    ["json", "[]", "[1, 2, 3]", [" → 1, ", " → 2, ", " → 3"]],
    ["json", '["x", 2, 3]', "[{}, 7]", ['"x" → {}', ", 2 → ", ", 3 → ", " → , 7"]],
    ["json", '{"a": 1}', '{"a": "x"}', ['1 → "x"']],
    ["json", '{"x": ""}', '{"": "x"}', ["x → ", " → x"]],
    ["c", "int f() { a(); return x + 1; }", "int f() { return x - 1; }", ["a();  → ", "+ → -"]],
    [
      "python",
      "def f(a):\n    g()\n",
      "import os\ndef f(a, b):\n    g()\n    h()\n",
      [" → import os\n", " → , b", " → \n    h()"],
    ],
    ["html", "<p>x<b>y</b></p>", '<p id="1">x<b>z</b><i></i></p>', ['<p> → <p id="1">', "y → z", " → <i></i>"]],
    ["javascript", "function f() { g(); }", "async function f() { h(); }", [" → async ", "g → h"]],
    ["ini", "[a]\nx = 1\ny = 2\n", "[a]\ny = 3\n", ["x = 1\n → ", "2 → 3"]],
  ])("%s: %j and %j", async (language, from, to, expected) => {
    expect(shown(await editsIn(language, from, to))).toEqual(expected);
  });

  test("a change deep in many equal parts is found, in steps in proportion to their number", async () => {
    const few = await stepsFor(1000);
    expect(few).toBeGreaterThan(1000);
    expect(await stepsFor(2000)).toBeLessThan(2.5 * few);
  });
});

/** Texts with one part inside the other, and with one part beside the other; and the edits between them. */
function manyParts(count: number) {
  const deep = (value: number) => `${"[".repeat(count)}${value}${"]".repeat(count)}`;
  const wide = Array.from({ length: count }, (_, i) => ({ i, x: [i] }));
  const other = wide.toSpliced(700, 1).with(100, { i: 100, x: [7] });
  return {
    json: [
      [deep(1), deep(2)],
      [JSON.stringify(wide), JSON.stringify(other)],
    ] as const,
    edits: [["1 → 2"], ["100 → 7", ',{"i":700,"x":[700]} → ']],
  };
}

/** How often the texts are asked about a part of them until the edits are found. */
async function stepsFor(count: number): Promise<number> {
  const { json, edits } = manyParts(count);
  const asked = [vi.spyOn(Parsed.prototype, "print"), vi.spyOn(Parsed.prototype, "text")];
  for (const [i, [from, to]] of json.entries()) expect(shown(await editsIn("json", from, to))).toEqual(edits[i]);
  const steps = asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of asked) spy.mockRestore();
  return steps;
}
