import type { Node } from "../../src/syntax/node.ts";

type Range = [start: number, end: number];

/** The text without the items that are gone, by the rule of lists. */
export function leaveOut(bytes: Uint8Array, root: Node, isGone: (item: Node) => boolean): Uint8Array {
  const ranges: Range[] = [];
  for (const node of everyNode(root, isGone)) {
    for (const list of listsOf(node)) ranges.push(...goneFrom(list, isGone));
  }
  ranges.sort((a, b) => a[0] - b[0]);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    parts.push(bytes.subarray(at, Math.max(at, start)));
    at = Math.max(at, end);
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** All nodes, parents first, but for those below one that `isSkipped`. */
export function* everyNode(root: Node, isSkipped: (node: Node) => boolean = () => false): Generator<Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of node.children) if (child.role !== "item" || !isSkipped(child)) waiting.push(child);
  }
}

/** What is wrong with a tree, or nothing: children stand in order inside their parent without overlap. */
export function disorder(root: Node, length: number): string | undefined {
  if (root.role !== "fixed" || root.start !== 0 || root.end !== length) return "the root is not the whole";
  for (const node of everyNode(root)) {
    let at = node.start;
    for (const child of node.children) {
      if (child.start < at || child.end < child.start || child.end > node.end) return `${show(child)} in ${show(node)}`;
      at = child.end;
    }
  }
  return undefined;
}

/** The tree on one line: items in their brackets, separators and fixed ones left out unless they have items. */
export function outline(bytes: Uint8Array, node: Node): unknown {
  const inside = node.children.flatMap((child): unknown[] => {
    if (child.role === "item") return [outline(bytes, child)];
    return child.role === "fixed" ? (outlineOfFixed(bytes, child) as unknown[]) : [];
  });
  return inside.length === 0 ? textOf(bytes, node) : { [textOf(bytes, node)]: inside };
}

function outlineOfFixed(bytes: Uint8Array, node: Node): unknown[] {
  return node.children.flatMap((child) =>
    child.role === "item" ? [outline(bytes, child)] : outlineOfFixed(bytes, child),
  );
}

export function textOf(bytes: Uint8Array, { start, end }: Node): string {
  return Buffer.from(bytes.subarray(start, end)).toString("utf8");
}

function listsOf(node: Node): Node[][] {
  const lists: Node[][] = [[]];
  for (const child of node.children) {
    if (child.role === "fixed") lists.push([]);
    else lists.at(-1)!.push(child);
  }
  return lists;
}

function goneFrom(list: readonly Node[], isGone: (item: Node) => boolean): Range[] {
  const items = list.filter((node) => node.role === "item");
  const remaining = items.filter((item) => !isGone(item));
  if (remaining.length === items.length) return [];
  if (remaining.length === 0) return [[items[0]!.start, list.at(-1)!.end]];
  const ranges: Range[] = [];
  items.forEach((item, i) => {
    const before = items[i - 1];
    if (!isGone(item) || (before && isGone(before))) return;
    let last = i;
    while (items[last + 1] && isGone(items[last + 1]!)) last++;
    ranges.push(before ? [before.end, items[last]!.end] : [item.start, items[last + 1]!.start]);
  });
  return ranges;
}

function show(node: Node): string {
  return `${node.kind} ${node.start}-${node.end}`;
}
