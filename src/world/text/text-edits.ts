import { diffArrays } from "diff";
import { anchorsOf } from "./anchors.ts";
import { type Edit, Edits } from "./edits.ts";
import { numbered } from "./numbered.ts";
import { Pieces, type Unit } from "./pieces.ts";
import { linePairs, pairs, type Region } from "./similar-pieces.ts";

/** Texts that differ in more places than this are not aligned as a whole: it would take longer than it is worth. */
const mostEdits = 4000;

/** The edits, piece by piece, that lead from one text to another. */
export function editsBetween(from: Uint8Array, to: Uint8Array, unit: Unit): Edits {
  return new Edits(from, pieceEdits(new Pieces(from, unit), new Pieces(to, unit), { start: 0, origin: 0 }));
}

/**
 * The edits that lead from one text to another, one for each changed place: a line that became another one alike, or
 * lines that came, went or were rewritten together.
 */
export function changedPlaces(from: Uint8Array, to: Uint8Array): Edits {
  const [a, b] = [new Pieces(from, "lines"), new Pieces(to, "lines")];
  const edits = changedRegions(...numberedPieces(a, b)).flatMap((region) =>
    linePairs(a, b, region).map(([old, now]) => {
      const [start, end] = [a.offset(old.from), a.offset(old.to)];
      const [origin, originEnd] = [b.offset(now.from), b.offset(now.to)];
      return { start, end, text: to.subarray(origin, originEnd), origin };
    }),
  );
  return new Edits(from, edits);
}

/** The same difference in smaller pieces: each edit becomes the edits within it. */
export function refine(edits: Edits, unit: Unit): Edits {
  const finer = edits.edits.flatMap(({ start, end, text, origin }) =>
    pieceEdits(new Pieces(edits.base.subarray(start, end), unit), new Pieces(text, unit), { start, origin }),
  );
  return new Edits(edits.base, finer);
}

/** The edits between two texts that begin at these places of larger ones. */
function pieceEdits(from: Pieces, to: Pieces, at: { readonly start: number; readonly origin: number }): Edit[] {
  const edits: Edit[] = [];
  for (const region of changedRegions(...numberedPieces(from, to))) {
    for (const [a, b] of pairs(from, to, region)) {
      const [start, end] = [from.offset(a.from), from.offset(a.to)];
      const [origin, originEnd] = [to.offset(b.from), to.offset(b.to)];
      edits.push({
        start: at.start + start,
        end: at.start + end,
        text: to.bytes.subarray(origin, originEnd),
        origin: at.origin + origin,
      });
    }
  }
  return edits;
}

/** Where two sequences differ. */
export function changedRegions(a: readonly number[], b: readonly number[]): Region[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const whole = { a: start, b: start, aCount: endA - start, bCount: endB - start };
  if (whole.aCount === 0 || whole.bCount === 0) return whole.aCount + whole.bCount === 0 ? [] : [whole];
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  const changes = diffArrays(restA, restB, { maxEditLength: mostEdits });
  return changes === undefined ? betweenAnchors(restA, restB, whole) : regions(changes, start);
}

/** Too different to be aligned as a whole: what they have in common once holds them together, the rest is aligned in between. */
function betweenAnchors(a: readonly number[], b: readonly number[], whole: Region): Region[] {
  const anchors = anchorsOf(a, b);
  if (anchors.length === 0) return [whole];
  const found: Region[] = [];
  let from = { a: 0, b: 0 };
  for (const anchor of [...anchors, { a: a.length, b: b.length }]) {
    const inner = changedRegions(a.slice(from.a, anchor.a), b.slice(from.b, anchor.b));
    for (const region of inner)
      found.push({ ...region, a: whole.a + from.a + region.a, b: whole.b + from.b + region.b });
    from = { a: anchor.a + 1, b: anchor.b + 1 };
  }
  return found;
}

function regions(changes: readonly { added: boolean; removed: boolean; count: number }[], start: number): Region[] {
  const found: Region[] = [];
  let [a, b] = [start, start];
  let open: { a: number; b: number } | undefined;
  const close = () => {
    if (open) found.push({ ...open, aCount: a - open.a, bCount: b - open.b });
    open = undefined;
  };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) close();
    else open ??= { a, b };
    if (!added) a += count;
    if (!removed) b += count;
  }
  close();
  return found;
}

/** Each distinct piece by a number of its own, so that comparing is quick. */
function numberedPieces(from: Pieces, to: Pieces): [number[], number[]] {
  const textsOf = (pieces: Pieces) =>
    Array.from({ length: pieces.count }, (_, i) =>
      Buffer.from(pieces.bytes.subarray(pieces.offset(i), pieces.offset(i + 1))).toString("latin1"),
    );
  return numbered(textsOf(from), textsOf(to));
}
