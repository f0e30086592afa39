import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { Draft, type Replacement } from "../../src/passes/draft.ts";
import { TextOutline } from "../../src/passes/outline.ts";
import { languages } from "../../src/syntax/languages.ts";
import type { Node } from "../../src/syntax/node.ts";
import { parserOf } from "../../src/syntax/parser.ts";

const json = await parserOf(languages.find(({ name }) => name === "json")!);

/** A row of nodes of any roles, with letters and gaps, nested a few levels deep. */
interface Plan {
  readonly role: Node["role"];
  readonly gap: number;
  readonly length: number;
  readonly inside: readonly Plan[];
}
const plans: fc.Memo<Plan[]> = fc.memo((depth) =>
  fc.array(
    fc.record({
      role: fc.constantFrom("item", "item", "separator", "fixed"),
      gap: fc.nat(2),
      length: fc.integer({ min: 1, max: 3 }),
      inside: depth > 1 ? plans() : fc.constant([]),
    }),
    { maxLength: 5 },
  ),
);

function nodesOf(list: readonly Plan[], from: number): { nodes: Node[]; end: number } {
  const nodes: Node[] = [];
  let at = from;
  for (const { role, gap, length, inside } of list) {
    const start = at + gap;
    const below = nodesOf(role === "separator" ? [] : inside, start);
    at = below.end + length;
    nodes.push({ start, end: at, kind: "node", role, children: below.nodes });
  }
  return { nodes, end: at };
}

const texts = fc
  .tuple(plans(3), fc.nat(3), fc.infiniteStream(fc.constantFrom(...'ab ,\n;"')))
  .map(([list, more, bytes]) => {
    const { nodes, end } = nodesOf(list, 0);
    const length = end + more;
    const text = Array.from({ length }, () => bytes.next().value as string).join("");
    const root: Node = { start: 0, end: length, kind: "root", role: "fixed", children: nodes };
    return { root, text: Buffer.from(text) };
  });

/** All items but some, which go with all inside them. */
function without(outline: TextOutline, gone: readonly number[]): DeltaSet {
  const { all } = outline;
  if (all.isEmpty) return all;
  const some = gone.map((n) => n % all.size);
  return all.minus(DeltaSet.from(some.map((item) => outline.whole(item)).sort((a, b) => a[0] - b[0])));
}

function expectOrder(list: readonly Replacement[], length: number): void {
  let at = 0;
  for (const { start, end } of list) {
    expect(start).toBeGreaterThanOrEqual(at);
    expect(end).toBeGreaterThanOrEqual(start);
    at = end;
  }
  expect(at).toBeLessThanOrEqual(length);
}

describe("an outline of any tree", () => {
  test("leaves out stretches in order, that do not overlap, and that cover what goes and no item that stays", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 8 }), ({ root, text }, gone) => {
        const outline = new TextOutline(root, text);
        const kept = without(outline, gone);
        const list = outline.leaving(kept);
        expectOrder(list, text.length);
        const isGone = (at: number) => list.some(({ start, end }) => start <= at && at < end);
        itemsOf(root).forEach(({ start, end, children }, n) => {
          const own = Array.from({ length: end - start }, (_, i) => start + i);
          if (!kept.has(n)) expect(own.every(isGone)).toBe(true);
          else if (children.length === 0) expect(own.some(isGone)).toBe(false);
        });
      }),
      { numRuns: 1000 },
    );
  });

  test("leaves everything when all items are kept", () => {
    fc.assert(
      fc.property(texts, ({ root, text }) => {
        const outline = new TextOutline(root, text);
        expect(outline.leaving(outline.all)).toEqual([]);
      }),
    );
  });
});

test("a list that goes as a whole takes the separator behind its last item along", () => {
  const node = (start: number, role: Node["role"]): Node => ({ start, end: start + 1, kind: "", role, children: [] });
  const children = [node(0, "fixed"), node(1, "item"), node(2, "separator"), node(3, "item"), node(4, "separator")];
  const root: Node = { start: 0, end: 6, kind: "", role: "fixed", children: [...children, node(5, "fixed")] };
  const outline = new TextOutline(root, Buffer.from("[a,b,]"));
  expect(outline.leaving(DeltaSet.empty)).toEqual([{ start: 1, end: 5 }]);
  expect(outline.leaving(DeltaSet.of(0))).toEqual([{ start: 2, end: 4 }]);
  expect(outline.leaving(DeltaSet.of(1))).toEqual([{ start: 1, end: 3 }]);
});

function isBroken(node: Node): boolean {
  return node.kind === "ERROR" || node.children.some(isBroken);
}

function itemsOf(root: Node): Node[] {
  const own = root.role === "item" ? [root] : [];
  return [...own, ...root.children.flatMap(itemsOf)];
}

describe("JSON", () => {
  const values = fc.jsonValue({ maxDepth: 4 });
  const spaces = fc.constantFrom(undefined, 1, "\t", "\r\n  ");

  test("stays JSON whatever items are left out, but for a document that is left empty", () => {
    fc.assert(
      fc.property(values, spaces, fc.array(fc.nat(), { maxLength: 8 }), (value, space, gone) => {
        const bytes = Buffer.from(JSON.stringify(value, null, space));
        const root = json.parse(bytes);
        fc.pre(!isBroken(root)); // this grammar does not know `1e+21`
        const outline = new TextOutline(root, bytes);
        const kept = without(outline, gone);
        const draft = Draft.of(bytes).with({ pass: "", left: "" }, "", () => outline.leaving(kept));
        const text = Buffer.from(draft.bytes).toString();
        if (text.trim() !== "") expect(() => JSON.parse(text), text).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });

  test("can lose every member and element", () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(values), fc.dictionary(fc.string(), values)), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const outline = new TextOutline(json.parse(bytes), bytes);
        const inside = Array.from(outline.all).filter((item) => item > 0);
        const kept = outline.all.minus(DeltaSet.of(...inside));
        const draft = Draft.of(bytes).with({ pass: "", left: "" }, "", () => outline.leaving(kept));
        expect(Buffer.from(draft.bytes).toString()).toBe(Array.isArray(value) ? "[]" : "{}");
      }),
    );
  });
});
