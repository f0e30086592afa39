import type { Node } from "../../syntax/node.ts";
import type { TextEdit } from "../text/edits.ts";
import type { NodePair, Parsed } from "./matching-children.ts";

/** What has this share of a text, and no less, is all that matters in it. */
const minShare = 0.9;

/**
 * The rows of items that two texts mainly are, if they stand in different frames: a library in one function expression
 * and in another, or in none. Undefined if the frames are alike, so that the rows are found from the outside.
 */
export function insideFrames(from: Parsed, to: Parsed): NodePair | undefined {
  const [olds, news] = [pathToBulk(from.tree), pathToBulk(to.tree)];
  const alike = olds.length === news.length && olds.every(({ kind }, i) => kind === news[i]!.kind);
  const [old, now] = [olds.at(-1)!, news.at(-1)!];
  if (alike || !(old.kind === now.kind || old === from.tree || now === to.tree)) return undefined;
  const [oldRow, newRow] = [rowIn(old), rowIn(now)];
  return oldRow && newRow ? [oldRow, newRow] : undefined;
}

/** The items of a node, without the brackets around them; undefined if it is not mainly a row of items. */
function rowIn(node: Node): Node | undefined {
  const isItem = ({ role }: Node) => role === "item";
  const children = node.children.slice(node.children.findIndex(isItem), node.children.findLastIndex(isItem) + 1);
  if (children.length < 2 || children.filter(isItem).length < children.length / 2) return undefined;
  return { kind: "row", role: "fixed", start: children[0]!.start, end: children.at(-1)!.end, children };
}

/** From the root to the innermost node that has nearly all of the text. */
function pathToBulk(root: Node): Node[] {
  const path = [root];
  for (let node: Node | undefined = root; node; ) {
    const large: Node | undefined = node.children.find((child) => sizeOf(child) >= minShare * sizeOf(root));
    if (large) path.push(large);
    node = large;
  }
  return path;
}

function sizeOf({ start, end }: Node): number {
  return end - start;
}

/** The edits that replace the one frame by the other: what is before its inside, and what is behind. */
export function frameEdits(from: Parsed, to: Parsed, [old, now]: NodePair): TextEdit[] {
  const before = edit(from.bytes, to.bytes, [0, old.start], [0, now.start]);
  const behind = edit(from.bytes, to.bytes, [old.end, from.bytes.length], [now.end, to.bytes.length]);
  return [...before, ...behind];
}

type Range = readonly [start: number, end: number];

/** One edit without what both have at the beginning and at the end; none if they are the same. */
function edit(from: Uint8Array, to: Uint8Array, [a, aEnd]: Range, [b, bEnd]: Range): TextEdit[] {
  let start = 0;
  while (a + start < aEnd && b + start < bEnd && from[a + start] === to[b + start]) start++;
  let end = 0;
  while (aEnd - end > a + start && bEnd - end > b + start && from[aEnd - end - 1] === to[bEnd - end - 1]) end++;
  const text = to.subarray(b + start, bEnd - end);
  if (a + start === aEnd - end && text.length === 0) return [];
  return [{ start: a + start, end: aEnd - end, text, origin: b + start }];
}
