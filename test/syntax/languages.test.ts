import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Edit, Parser, type Point, Language as Tables, type Tree } from "web-tree-sitter";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { asking } from "../../src/core/search.ts";
import { Draft } from "../../src/passes/draft.ts";
import { TextOutline } from "../../src/passes/outline.ts";
import { replacing } from "../../src/passes/replacing.ts";
import { Syntax } from "../../src/passes/syntax.ts";
import { readTables } from "../../src/syntax/grammar.ts";
import { languages } from "../../src/syntax/languages.ts";
import { parserOf } from "../../src/syntax/parser.ts";
import { disorder } from "./leave-out.ts";

await Parser.init();

/**
 * Where a grammar says less than its parser wants, more of what we leave out or put in another's place is broken. Indents
 * and ends of lines are the usual reason.
 */
const moreBroken: Record<string, { leftOut?: number; replaced?: number }> = {
  elixir: { leftOut: 0.05, replaced: 0.04 },
  haskell: { leftOut: 0.04, replaced: 0.06 },
  make: { leftOut: 0.08, replaced: 0.14 },
  tsx: { replaced: 0.06 },
  yaml: { replaced: 0.26 },
  zig: { leftOut: 0.09 },
};

describe.each(languages.map((language) => [language.name, language] as const))("%s", (name, language) => {
  const bytes = readFileSync(new URL(`samples/${name}.txt`, import.meta.url));
  const draft = Draft.of(bytes);

  test("is parsed without errors, and hardly anything that is left out or replaced gives errors", async () => {
    const parser = new Parser();
    parser.setLanguage(await Tables.load(readTables(language)));
    const original = textOf(draft);
    const tree = parser.parse(original)!;
    const hasErrors = (text: string, edited?: Tree) => {
      const parsed = parser.parse(text, edited)!;
      const result = containsError(parsed);
      parsed.delete();
      edited?.delete();
      return result;
    };
    expect(hasErrors(original)).toBe(false);
    // Parsing only what has changed is many times faster. The few errors it gives are confirmed by parsing the whole.
    const isBroken = (each: Draft) => {
      const text = textOf(each);
      const edited = tree.copy();
      edited.edit(editBetween(original, text));
      return hasErrors(text, edited) && hasErrors(text);
    };

    const { parse, grammar } = await parserOf(language);
    const outline = new TextOutline(parse(bytes), bytes);
    const { all } = outline;
    const without = Array.from(all, (item) => {
      const left = all.minus(DeltaSet.range(...outline.whole(item)));
      return draft.with({ pass: "", left: "" }, String(item), () => outline.leaving(left));
    });
    expect(without.length).toBeGreaterThan(30);
    expect(without.filter(isBroken).length / without.length).toBeLessThan(moreBroken[name]?.leftOut ?? 0.03);

    const candidates: Draft[] = [];
    for (let at = replacing(new Syntax(parse, grammar)).begin(draft); at && asking(at); at = at.after("pass")) {
      candidates.push(at.ask);
    }
    expect(candidates.length).toBeGreaterThan(50);
    const replaced = candidates.filter((_, i) => i % 3 === 0);
    expect(replaced.filter(isBroken).length / replaced.length).toBeLessThan(moreBroken[name]?.replaced ?? 0.04);
  });

  test("gives a tree in order of anything, cut anywhere", async () => {
    const { parse } = await parserOf(language);
    const cuts = fc.tuple(fc.nat(bytes.length), fc.nat(bytes.length), fc.uint8Array({ maxLength: 20 }));
    fc.assert(
      fc.property(cuts, ([one, other, noise]) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const text = Buffer.concat([bytes.subarray(0, start), noise, bytes.subarray(end)]);
        const root = parse(text);
        expect(disorder(root, text.length)).toBeUndefined();
        let at = 0;
        for (const { start, end } of new TextOutline(root, text).leaving(DeltaSet.empty)) {
          expect(start).toBeGreaterThanOrEqual(at);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 5 },
    );
  });
});

function textOf({ bytes }: Draft): string {
  return Buffer.from(bytes).toString("latin1");
}

/** Whether there are nodes for what the parser could not read, or missed. */
function containsError(tree: Tree): boolean {
  const waiting = [tree.rootNode];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.isError || node.isMissing) return true;
    if (node.hasError) waiting.push(...node.children.filter((child) => child !== null));
  }
  return false;
}

/** The one edit that turns a text into another. */
function editBetween(from: string, to: string): Edit {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start++;
  let behind = 0;
  while (behind < shorter - start && from.at(-1 - behind) === to.at(-1 - behind)) behind++;
  return new Edit({
    startIndex: start,
    oldEndIndex: from.length - behind,
    newEndIndex: to.length - behind,
    startPosition: positionOf(from, start),
    oldEndPosition: positionOf(from, from.length - behind),
    newEndPosition: positionOf(to, to.length - behind),
  });
}

function positionOf(text: string, index: number): Point {
  const lines = text.slice(0, index).split("\n");
  return { row: lines.length - 1, column: lines.at(-1)!.length };
}
