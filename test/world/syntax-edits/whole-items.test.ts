import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { random } from "../../../bench/random.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { syntaxOf } from "../../../src/syntax/syntax-of.ts";
import { inWholeItems } from "../../../src/world/syntax-edits/whole-items.ts";
import type { TextEdits } from "../../../src/world/text/edits.ts";
import { changedPlaces } from "../../../src/world/text/text-edits.ts";
import { bySyntax, texts } from "./mutated.ts";

test.each(["typescript", "javascript", "c", "python", "css"])(
  "%s: nearly every part of a difference can be read",
  async (language) => {
    const syntax = (await syntaxOf(language))!;
    const old = Buffer.from(texts[language]!);
    const next = random(1);
    const counts = { tried: 0, unreadable: 0 };
    for (const mutate of fc.sample(bySyntax, { seed: 1, numRuns: 40 })) {
      const now = Buffer.from(mutate(old, syntax.parse));
      if (!syntax.isWellFormed!(now)) continue;
      const edits = inWholeItems(changedPlaces(old, now), syntax.parse(old), syntax.parse(now), now);
      expect(Buffer.from(edits.compose(DeltaSet.empty)).equals(old)).toBe(true);
      expect(Buffer.from(edits.compose(edits.all)).equals(now)).toBe(true);
      for (let i = 0; i < 5; i++) {
        const some = [...edits.all].filter(() => next() < 0.5).map((n) => [n, n + 1] as const);
        counts.tried++;
        if (!syntax.isWellFormed!(edits.compose(DeltaSet.from(some)))) counts.unreadable++;
      }
    }
    expect(counts.tried).toBeGreaterThan(50);
    expect(counts.unreadable / counts.tried).toBeLessThanOrEqual(0.03);
  },
);

const source = (name: string) => readFileSync(new URL(`../../../src/world/${name}.ts`, import.meta.url));

test.each([
  ["text/text-edits", "text/similar-pieces"],
  ["merge/relocate-edit", "text/anchors"],
  ["changes/version-diff", "tree/incremental-checkout"],
])(
  "from %s.ts to %s.ts, which have little in common, every part can be read, as parts of lines cannot",
  async (a, b) => {
    const { parse, isWellFormed } = (await syntaxOf("typescript"))!;
    const [old, now] = [source(a), source(b)];
    const lines = changedPlaces(old, now);
    const whole = inWholeItems(lines, parse(old), parse(now), now);
    expect(Buffer.from(whole.compose(DeltaSet.empty)).equals(old)).toBe(true);
    expect(Buffer.from(whole.compose(whole.all)).equals(now)).toBe(true);
    const next = random(1);
    const unreadable = (edits: TextEdits) => {
      const halves = Array.from({ length: 40 }, () => [...edits.all].filter(() => next() < 0.5));
      return halves.filter((half) => !isWellFormed!(edits.compose(DeltaSet.of(...half)))).length;
    };
    expect(whole.edits.length).toBeGreaterThan(2);
    expect(unreadable(lines)).toBeGreaterThan(10);
    expect(unreadable(whole)).toBe(0);
  },
);

describe("edits that need each other", () => {
  const rewritten = [
    `function set(object, path) {
  if (object == null) {
    return object;
  }
  while (path) {
    path = path.next;
  }
  return object;
}

exports.set = set;
`,
    `function set(object, path) {
  return object == null ? object : baseSet(object, path);
}

function pairs(object) {
  return object;
}

exports.set = set;
exports.pairs = pairs;
`,
  ] as const;
  const list = [
    `const names = [
  "Array", "Buffer",
  "Date", "Error"
];
`,
    `const names = [
  "Array", "Buffer",
  "Date", "Error", "Float32Array",
  "clearTimeout", "isFinite"
];
`,
  ] as const;

  test.each([
    ["a function that became two", rewritten],
    ["a list that got longer", list],
  ])("%s", async (_, [before, after]) => {
    const { parse, isWellFormed } = (await syntaxOf("javascript"))!;
    const [old, now] = [Buffer.from(before), Buffer.from(after)];
    const unreadable = (edits: TextEdits) =>
      subsets(edits.edits.length).filter((set) => !isWellFormed!(edits.compose(set))).length;
    const lines = changedPlaces(old, now);
    expect(unreadable(lines)).toBeGreaterThan(0);
    const whole = inWholeItems(lines, parse(old), parse(now), now);
    expect(unreadable(whole)).toBe(0);
    expect(Buffer.from(whole.compose(whole.all)).toString()).toBe(after);
  });

  test("a function that came after another one takes no brace of that", async () => {
    const { parse } = (await syntaxOf("javascript"))!;
    const old = Buffer.from("function a() {\n  return 1;\n}\n");
    const now = Buffer.from("function a() {\n  return 2;\n}\n\nfunction b() {\n  return 3;\n}\n");
    const { edits } = inWholeItems(changedPlaces(old, now), parse(old), parse(now), now);
    expect(edits.map(({ text }) => Buffer.from(text).toString())).toEqual([
      "  return 2;\n",
      "\nfunction b() {\n  return 3;\n}\n",
    ]);
  });

  function subsets(count: number): DeltaSet[] {
    return Array.from({ length: 2 ** count }, (_, bits) =>
      DeltaSet.of(...Array.from({ length: count }, (_, i) => i).filter((i) => bits & (1 << i))),
    );
  }
});
