import { trimmed } from "./bytes.ts";
import type { Node } from "./node.ts";

/** What may stand in the place of a part. */
export const anyPart: ReadonlySet<string> = new Set(["parentheses", "brackets", "braces", "part", "string"]);

/** A section of a text, with the brackets, strings and separators in it. */
export interface TextSection {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Node[];
}

/** What lies between separators, without the white space around it, and the separators. */
export function parts(bytes: Uint8Array, { start, end, pieces }: TextSection): Node[] {
  const list: Node[] = [];
  let from = start;
  let inside: Node[] = [];
  const finish = (to: number) => {
    const part = partNode(bytes, from, to, inside);
    if (part) list.push(part);
    inside = [];
  };
  for (const piece of pieces) {
    if (piece.role === "separator") {
      finish(piece.start);
      list.push(piece);
      from = piece.end;
    } else if (piece.kind !== "\n") inside.push(piece);
  }
  finish(end);
  return list;
}

function partNode(bytes: Uint8Array, from: number, to: number, inside: readonly Node[]): Node | undefined {
  const [start, end] = trimmed(bytes, from, to);
  if (start === end) return undefined;
  const [only] = inside;
  if (only && only.start === start && only.end === end) return only.role === "item" ? only : { ...only, role: "item" };
  return { start, end, kind: "part", role: "item", children: inside, slot: anyPart };
}
