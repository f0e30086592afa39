import { changedPlaces, refine } from "./difference.ts";
import { type Edit, Edits } from "./edits.ts";

/** Whose text stands where both sides changed the same. */
export type Favour = "ours" | "theirs";

/** Three texts: what leads from `base` to `theirs` is to be done to `ours`. */
export interface Texts {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/**
 * Merges texts that git finds in conflict because lines next to each other were changed: lines that only one side
 * touched are that side's, and within a line that both touched, words are. What is left in conflict is the favoured
 * side's, and no more than that: a patch that is carried from version to version would grow with all that stands around.
 */
export function mergeTexts(
  { base, ours, theirs }: Texts,
  favour: Favour,
): { readonly text: Uint8Array; readonly conflict: boolean } {
  const sides = [changedPlaces(base, ours), changedPlaces(base, theirs)];
  const [a, b] = sides.map(({ edits }, i) => {
    const others = sides[1 - i]!.edits;
    return edits.flatMap((edit) =>
      overlapsAny(edit, others) ? refine(new Edits(base, [edit]), "tokens").edits : [edit],
    );
  }) as [Edit[], Edit[]];
  const [first, second] = favour === "ours" ? [a, b] : [b, a];
  const own = second.filter((edit) => !first.some((other) => isSame(edit, other)));
  const kept = own.filter((edit) => !overlapsAny(edit, first));
  const edits = [...first, ...kept].sort((x, y) => x.start - y.start || x.end - y.end);
  const merged = new Edits(base, edits);
  return { text: merged.compose(merged.all), conflict: kept.length < own.length };
}

function overlapsAny(edit: Edit, others: readonly Edit[]): boolean {
  return others.some((other) => overlap(edit, other) && !isSame(edit, other));
}

/** What only touches does not overlap, but of two that insert at the same place nobody can tell which comes first. */
function overlap(a: Edit, b: Edit): boolean {
  return (a.start < b.end && b.start < a.end) || (a.start === b.start && a.end === b.end);
}

function isSame(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && Buffer.compare(a.text, b.text) === 0;
}
