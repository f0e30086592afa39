import { finish, type Work } from "../../core/work.ts";
import { changedRegions, findChangedRegions } from "./changed-regions.ts";
import { type TextEdit, TextEdits } from "./edits.ts";
import { hasLongLines, Pieces, type Unit } from "./pieces.ts";
import { linePairs, pairs } from "./similar-pieces.ts";

/** The edits, piece by piece, that lead from one text to another. */
export function editsBetween(from: Uint8Array, to: Uint8Array, unit: Unit): TextEdits {
  return new TextEdits(from, pieceEdits(new Pieces(from, unit), new Pieces(to, unit), { start: 0, origin: 0 }));
}

/**
 * The edits that lead from one text to another, one for each changed place: a line that became another one alike, or
 * lines that came, went or were rewritten together.
 */
export function changedPlaces(from: Uint8Array, to: Uint8Array): TextEdits {
  return finish(findChangedPlaces(from, to));
}

/** The same in steps. */
export function* findChangedPlaces(from: Uint8Array, to: Uint8Array): Work<TextEdits> {
  const unit = hasLongLines(from) || hasLongLines(to) ? "clauses" : "lines";
  const [a, b] = [new Pieces(from, unit), new Pieces(to, unit)];
  yield;
  const texts = [pieceTexts(a), pieceTexts(b)] as const;
  yield;
  const edits: TextEdit[] = [];
  for (const region of yield* findChangedRegions(...texts)) {
    yield;
    for (const [old, now] of linePairs(a, b, region)) {
      const [start, end] = [a.offset(old.from), a.offset(old.to)];
      const [origin, originEnd] = [b.offset(now.from), b.offset(now.to)];
      edits.push({ start, end, text: to.subarray(origin, originEnd), origin });
    }
  }
  return new TextEdits(from, edits);
}

/** The same difference in smaller pieces: each edit becomes the edits within it. */
export function refine(edits: TextEdits, unit: Unit): TextEdits {
  const finer = edits.edits.flatMap(({ start, end, text, origin }) =>
    pieceEdits(new Pieces(edits.base.subarray(start, end), unit), new Pieces(text, unit), { start, origin }),
  );
  return new TextEdits(edits.base, finer);
}

/** The edits between two texts that begin at these places of larger ones. */
function pieceEdits(from: Pieces, to: Pieces, at: { readonly start: number; readonly origin: number }): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const region of changedRegions(pieceTexts(from), pieceTexts(to))) {
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

function pieceTexts(pieces: Pieces): string[] {
  return Array.from({ length: pieces.count }, (_, i) =>
    Buffer.from(pieces.bytes.subarray(pieces.offset(i), pieces.offset(i + 1))).toString("latin1"),
  );
}
