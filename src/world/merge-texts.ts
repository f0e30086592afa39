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

/** Texts merged as far as they can be. */
export interface MergedTexts {
  /** With all changes of ours, and those of theirs that are not in their way. */
  readonly text: Uint8Array;
  /** Changes of theirs for which there is no place: what they change is not there any more. */
  readonly lost: readonly Edit[];
  /** Whether words are in conflict. */
  readonly conflict: boolean;
  /** With some of the lost changes made all the same, and all words in conflict the favoured side's. */
  readonly insisting: (lost: readonly Edit[], favour: Favour) => Uint8Array;
}

/**
 * Merges texts that git finds in conflict because lines next to each other were changed: lines that only one side
 * touched are that side's, and within a line that both touched, words are. What is left in conflict is no more than that:
 * a patch that is carried from version to version would otherwise grow with all that stands around it.
 */
export function mergeTexts({ base, ours, theirs }: Texts): MergedTexts {
  const sides = { ours: changedPlaces(base, ours).edits, theirs: changedPlaces(base, theirs).edits };
  const parts = (edit: Edit, others: readonly Edit[]) =>
    overlapsAny(edit, others) ? refine(new Edits(base, [edit]), "tokens").edits : [edit];
  const own = sides.ours.flatMap((edit) => parts(edit, sides.theirs));
  const brought = sides.theirs
    .map((edit) => ({ edit, parts: parts(edit, sides.ours).filter((part) => !own.some((each) => isSame(part, each))) }))
    .filter((each) => each.parts.length > 0);
  const isLost = (each: (typeof brought)[number]) => each.parts.every((part) => overlapsAny(part, own));
  const fitting = brought.filter((each) => !isLost(each)).flatMap((each) => each.parts);
  const free = fitting.filter((part) => !overlapsAny(part, own));
  const insisting = (lost: readonly Edit[], favour: Favour) => {
    const theirParts = brought.filter(({ edit }) => lost.includes(edit)).flatMap((each) => each.parts);
    const insisted = favour === "ours" ? free : [...fitting, ...theirParts];
    return composed(base, [...insisted, ...own.filter((edit) => !overlapsAny(edit, insisted))]);
  };
  return {
    text: composed(base, [...own, ...free]),
    lost: brought.filter(isLost).map(({ edit }) => edit),
    conflict: free.length < fitting.length,
    insisting,
  };
}

function composed(base: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const ordered = new Edits(
    base,
    [...edits].sort((a, b) => a.start - b.start || a.end - b.end),
  );
  return ordered.compose(ordered.all);
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
