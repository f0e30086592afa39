import type { Node } from "./node.ts";

/** Bytes from `start` up to but not including `end`. */
export type ByteRange = readonly [start: number, end: number];

/**
 * The tree of ranges that may stand side by side or inside each other; one that cuts across another is left out, as is
 * one that is not inside the text.
 */
export function rangeTree(ranges: Iterable<ByteRange>, length: number): Node {
  const sorted = [...ranges]
    .filter(([start, end]) => 0 <= start && start < end && end <= length)
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  type Open = Node & { readonly children: Node[] };
  const root: Open = { kind: "whole", start: 0, end: length, role: "fixed", children: [] };
  const open = [root];
  for (const [start, end] of sorted) {
    while (open.length > 1 && open.at(-1)!.end <= start) open.pop();
    const parent = open.at(-1)!;
    const before = parent.children.at(-1);
    const isSame = (node: Node | undefined) => node?.start === start && node.end === end;
    if (end > parent.end || isSame(before) || (isSame(parent) && parent !== root)) continue;
    // What is between two parts belongs to neither, so it stays whatever becomes of them.
    const gap = before?.end ?? start;
    if (gap < start) parent.children.push({ kind: "between", start: gap, end: start, role: "fixed", children: [] });
    const node: Open = { kind: "part", start, end, role: "item", children: [] };
    parent.children.push(node);
    open.push(node);
  }
  return root;
}

/** Reads ranges as a command prints them: two numbers a line, where a part begins and behind its last byte. */
export function readRanges(text: string): ByteRange[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const ranges = lines.map((line) => /^\s*(\d+)[\s,-]+(\d+)(?:\s.*)?$/.exec(line));
  if (ranges.some((match) => match === null)) return undefined;
  return ranges.map((match) => [Number(match![1]), Number(match![2])]);
}
