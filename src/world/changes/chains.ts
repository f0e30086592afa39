import { partitionPoint } from "../../core/partition-point.ts";
import type { Node } from "../../syntax/node.ts";
import type { TextEdit } from "../text/edits.ts";

/** For each edit the scopes that what it puts into the new text stands in, the widest first. */
export function chainsIn(root: Node, edits: readonly Pick<TextEdit, "origin" | "text">[]): string[][] {
  return edits.map(({ origin, text }) => chainAt(root, origin, text.length));
}

/** The items around a range, from the outside in. */
function chainAt(root: Node, start: number, length: number): string[] {
  const chain: string[] = [];
  for (let node = childAround(root, start, length); node; node = childAround(node, start, length)) {
    if (node.role === "item") chain.push(`${node.start}-${node.end}`);
  }
  return chain;
}

function childAround({ children }: Node, start: number, length: number): Node | undefined {
  const child = children[partitionPoint(children, (each) => each.end <= start)];
  return child && child.start <= start && start + length <= child.end ? child : undefined;
}
