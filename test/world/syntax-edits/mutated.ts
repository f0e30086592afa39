import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { Node } from "../../../src/syntax/node.ts";
import { everyNode, leaveOut } from "../../syntax/leave-out.ts";

/** Real texts, by their language. */
export const texts: Readonly<Record<string, string>> = {
  json: read("biome.json"),
  typescript: read("src/world/text/anchors.ts"),
  javascript: read("scripts/assets.mjs"),
  c: `#include <stdio.h>
struct point { int x, y; };
static int add(int a, int b) { return a + b; }
int main(int argc, char **argv) {
  struct point p = {1, 2};
  for (int i = 0; i < argc; i++) {
    if (add(p.x, i) > 3) { puts(argv[i]); continue; }
    printf("%d, %d\\n", p.x, p.y);
  }
  return 0;
}
`,
  python: `import os, sys

def area(w, h=2, *rest):
    if w < 0:
        raise ValueError("negative")
    return w * h

class Shape:
    name = "shape"
    def draw(self):
        for x in [1, 2, 3]:
            print(x, {"a": 1, "b": [2]})
`,
  html: `<!doctype html>
<html><head><title>t</title></head>
<body class="a" id="b">
<ul><li>one</li><li>two <b>bold</b></li></ul>
<p>text &amp; more<br>end</p>
</body></html>
`,
  xml: `<?xml version="1.0"?>\n<a x="1"><b/><c>text</c><!-- note --><b y='2'>é</b></a>\n`,
  css: "a { color: red; margin: 0 1px }\n@media print { b, i { top: 2em } }\n",
  yaml: "a: 1\nb:\n  - x\n  - y: [1, 2]\nc: {d: e}\n",
  ini: "[a]\nx = 1\ny = 2\n\n[b]\nz = 3\n",
  csv: 'a,b,c\n1,,3\n"x, y",2,\n',
};

function read(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
}

/** A way to change a text: by its items and leaves, or anywhere. */
type Mutation = (bytes: Uint8Array, parse: Parse) => Uint8Array;
type Parse = (bytes: Uint8Array) => Node;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.nat().map(
    (seed): Mutation =>
      (bytes, parse) =>
        withoutItem(bytes, parse(bytes), seed),
  ),
  fc.nat().map(
    (seed): Mutation =>
      (bytes, parse) =>
        withItemTwice(bytes, parse(bytes), seed),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([a, b]): Mutation =>
      (bytes, parse) =>
        withOtherLeaf(bytes, parse(bytes), a, b),
  ),
);

const splice: fc.Arbitrary<Mutation> = fc.tuple(fc.nat(), fc.nat(20), fc.string({ maxLength: 5 })).map(
  ([at, length, text]): Mutation =>
    (bytes) => {
      const start = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(start + length)]);
    },
);

/** What makes another text of a text: a few changes that leave it well-formed, or nearly. */
export const bySyntax = mutations(mutation);
/** The same, and damage anywhere. */
export const byAnything = mutations(fc.oneof(mutation, splice));

function mutations(each: fc.Arbitrary<Mutation>) {
  return fc.array(each, { minLength: 1, maxLength: 6 }).map((list) => (bytes: Uint8Array, parse: Parse) => {
    const parseNow = (now: Uint8Array) => (now === bytes ? parseOnce(bytes, parse) : parse(now));
    return list.reduce((now, mutate) => mutate(now, parseNow), bytes);
  });
}

const parsed = new WeakMap<Uint8Array, Node>();

/** For the text that all mutations begin with. */
function parseOnce(bytes: Uint8Array, parse: Parse): Node {
  const tree = parsed.get(bytes) ?? parse(bytes);
  parsed.set(bytes, tree);
  return tree;
}

function itemsOf(tree: Node): Node[] {
  return [...everyNode(tree)].filter(({ role }) => role === "item");
}

function withoutItem(bytes: Uint8Array, tree: Node, seed: number): Uint8Array {
  const items = itemsOf(tree);
  return items.length === 0 ? bytes : leaveOut(bytes, tree, (item) => item === items[seed % items.length]);
}

/** Behind one of several items, the same once more with what sets it apart from the one before. */
function withItemTwice(bytes: Uint8Array, tree: Node, seed: number): Uint8Array {
  const places: [Node, Node][] = [];
  for (const { children } of everyNode(tree)) {
    const items = children.filter(({ role }) => role === "item");
    items.slice(1).forEach((item, i) => {
      const between = children.slice(children.indexOf(items[i]!) + 1, children.indexOf(item));
      if (between.every(({ role }) => role === "separator")) places.push([items[i]!, item]);
    });
  }
  if (places.length === 0) return bytes;
  const [before, item] = places[seed % places.length]!;
  return Buffer.concat([bytes.subarray(0, item.end), bytes.subarray(before.end, item.end), bytes.subarray(item.end)]);
}

/** One leaf for another of its kind. */
function withOtherLeaf(bytes: Uint8Array, tree: Node, a: number, b: number): Uint8Array {
  const leaves = [...everyNode(tree)].filter(({ children }) => children.length === 0);
  const leaf = leaves[a % leaves.length]!;
  const others = leaves.filter(({ kind }) => kind === leaf.kind);
  const other = others[b % others.length]!;
  return Buffer.concat([
    bytes.subarray(0, leaf.start),
    bytes.subarray(other.start, other.end),
    bytes.subarray(leaf.end),
  ]);
}
