import { partitionPoint } from "../../core/partition-point.ts";
import type { Node } from "../../syntax/node.ts";
import { type TextEdit, TextEdits } from "../text/edits.ts";
import { type ByteSpan, slideEdits } from "./slide-edits.ts";

/**
 * The same difference in edits that each replace whole items of the syntax (statements, members, arguments) by whole
 * items. Lines are aligned without regard to it: one edit may open a block that another one closes, and then neither can
 * be made without the other.
 */
export function inWholeItems({ base, edits }: TextEdits, old: Node, now: Node, text: Uint8Array): TextEdits {
  const isWhole = (root: Node) => (span: ByteSpan) => within(rowAround(root, span).row, span);
  const spans = slideEdits(edits, base, text, { old: isWhole(old), now: isWhole(now) }).map(
    ({ start, end, origin, text: { length } }): Pair => {
      return { old: { start, end }, now: { start: origin, end: origin + length } };
    },
  );
  const roots = { old, now };
  const texts = { forth: spans, back: spans.map((span) => ({ old: span.now, now: span.old })) };
  const joined: Pair[] = [];
  for (const span of spans) {
    if (joined.length > 0 && holds(joined.at(-1)!, span)) continue;
    let region = span;
    for (let wider = widened(region, texts, roots); !holds(region, wider); wider = widened(region, texts, roots))
      region = together(region, wider);
    // Items of this edit may reach back over those of earlier ones.
    while (joined.length > 0 && reaches(region, joined.at(-1)!)) region = together(region, joined.pop()!);
    joined.push(region);
  }
  return new TextEdits(
    base,
    joined.map((region) => asOne(region, spans, text)),
  );
}

/** A range of the old text, and what it becomes. */
interface Pair {
  readonly old: ByteSpan;
  readonly now: ByteSpan;
}

/** All edits, as they lead from the old text to the new one, and back. */
interface Texts {
  readonly forth: readonly Pair[];
  readonly back: readonly Pair[];
}

function holds(outer: Pair, inner: Pair): boolean {
  return within(inner.old, outer.old) && within(inner.now, outer.now);
}

function reaches(region: Pair, other: Pair): boolean {
  return overlaps(other.old, region.old) || overlaps(other.now, region.now) || holds(region, other);
}

function together(a: Pair, b: Pair): Pair {
  return { old: union(a.old, b.old), now: union(a.now, b.now) };
}

function union(a: ByteSpan, b: ByteSpan): ByteSpan {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** The edit from the first change in a region to the last. */
function asOne(region: Pair, spans: readonly Pair[], text: Uint8Array): TextEdit {
  const inside = spans.filter((span) => holds(region, span));
  const [{ old, now }, last] = [inside[0]!, inside.at(-1)!];
  return { start: old.start, end: last.old.end, origin: now.start, text: text.subarray(now.start, last.now.end) };
}

/** The items around a region, in both texts, and what becomes of each in the other. */
function widened({ old, now }: Pair, { forth, back }: Texts, roots: Readonly<Record<"old" | "now", Node>>): Pair {
  const [oldRow, newRow] = [rowAround(roots.old, old), rowAround(roots.now, now)];
  // A comma more or less than the items need is that of a neighbour, which is then to come along.
  const balanced = oldRow.balance === newRow.balance;
  const [before, after] = balanced ? [oldRow.row, newRow.row] : [oldRow.around, newRow.around];
  return { old: union(before, counterpart(after, back)), now: union(after, counterpart(before, forth)) };
}

/** Where a range of the old text is in the new one, without insertions at its edges. */
function counterpart({ start, end }: ByteSpan, spans: readonly Pair[]): ByteSpan {
  const next = partitionPoint(spans, ({ old }) => old.end <= start);
  const opening = spans[next];
  const closing = spans[partitionPoint(spans, ({ old }) => old.start < end) - 1];
  const shift = (span: Pair | undefined) => (span ? span.now.end - span.old.end : 0);
  return {
    start: opening && opening.old.start < start ? opening.now.start : start + shift(spans[next - 1]),
    end: closing && closing.old.end > end ? closing.now.end : end + shift(closing),
  };
}

/** Something strictly inside, or over an edge. What only touches from outside is not. */
function overlaps(edit: ByteSpan, items: ByteSpan): boolean {
  if (edit.start === edit.end) return edit.start > items.start && edit.start < items.end;
  return edit.start < items.end && edit.end > items.start;
}

interface Row {
  /** The smallest row of whole items that contains a range. */
  readonly row: ByteSpan;
  /** How many more items than separators are in it. */
  readonly balance: number;
  /** The item that the row is in. */
  readonly around: ByteSpan;
}

function rowAround(root: Node, span: ByteSpan): Row {
  let [node, around] = [root, root as ByteSpan];
  for (let child = childAround(node, span); child; child = childAround(node, span)) {
    if (child.role === "item") around = child;
    node = child;
  }
  const touched = node.children.filter((child) => overlaps(child, span) || within(child, span));
  if (touched.length === 0) return { row: node.children.length === 0 ? around : span, balance: 0, around };
  if (touched.some(({ role }) => role === "fixed")) return { row: around, balance: 0, around };
  const row = { start: Math.min(span.start, touched[0]!.start), end: Math.max(span.end, touched.at(-1)!.end) };
  const separators = touched.filter(({ role }) => role === "separator").length;
  const isSeparated = node.children.some(({ role }) => role === "separator");
  return { row, balance: isSeparated ? touched.length - 2 * separators : 0, around };
}

function within(child: ByteSpan, { start, end }: ByteSpan): boolean {
  return start <= child.start && child.end <= end;
}

function childAround({ children }: Node, { start, end }: ByteSpan): Node | undefined {
  const child = children[partitionPoint(children, (each) => each.end <= start)];
  return child && child.start < start && end < child.end ? child : exactly(child, start, end);
}

/** A range that begins or ends with the child is inside it, unless it is all of it. */
function exactly(child: Node | undefined, start: number, end: number): Node | undefined {
  if (!child || child.start > start || end > child.end || start === end) return undefined;
  return child.end - child.start > end - start ? child : undefined;
}
