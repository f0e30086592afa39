import { newline } from "./bytes.ts";
import type { Node } from "./node.ts";

/** Groups statements with no empty line between them, unless that would be a single group. */
export function paragraphs(bytes: Uint8Array, nodes: readonly Node[]): readonly Node[] {
  const groups: Node[][] = [];
  let open = false;
  for (const node of nodes) {
    const before = groups.at(-1)?.at(-1);
    const joins = open && node.role === "item" && !hasEmptyLine(bytes, before!.end, node.start);
    if (joins) groups.at(-1)!.push(node);
    else groups.push([node]);
    open = node.role === "item";
  }
  if (groups.filter((group) => group[0]!.role === "item").length < 2) return nodes;
  return groups.map((group) => (group.length > 1 ? paragraph(group) : group[0]!));
}

function paragraph(group: Node[]): Node {
  return { start: group[0]!.start, end: group.at(-1)!.end, kind: "paragraph", role: "item", children: group };
}

function hasEmptyLine(bytes: Uint8Array, from: number, to: number): boolean {
  let lines = 0;
  for (let at = from; at < to; at++) if (bytes[at] === newline) lines++;
  return lines > 1;
}
