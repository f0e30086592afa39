import { newline } from "../../syntax/bytes.ts";
import { type TextEdit, TextEdits } from "../text/edits.ts";
import { changedPlaces, refine } from "../text/text-edits.ts";

/** Which side wins where both changed the same. */
export type Favour = "ours" | "theirs";

/** Three texts: the changes from `base` to `theirs` are to be made to `ours`. */
export interface Texts {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/** Texts merged as far as they can be. */
export interface MergedTexts {
  /** Their changes, to `base`, that cannot be made: what they change is gone. */
  readonly lost: readonly TextEdit[];
  readonly base: Uint8Array;
  /** Whether some words, or lines put in at the same place, are in conflict. */
  readonly conflict: boolean;
  /** The text, with conflicts resolved for the favoured side; of their lost changes, only those in `lost` are made. */
  readonly text: (favour: Favour, lost?: readonly TextEdit[]) => Uint8Array;
}

/**
 * Merges texts that git finds in conflict because lines next to each other were changed: lines that only one side
 * touched are that side's, and within a line that both changed, words are. What is left in conflict is no more than that:
 * a patch that is carried from version to version would otherwise grow with all that stands around it.
 */
export function mergeTexts(texts: Texts): MergedTexts {
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map(withLineEnd) as [Buffer, Buffer, Buffer];
  const sides = { ours: changedPlaces(base, ours).edits, theirs: changedPlaces(base, theirs).edits };
  const { partsOf, overlap } = inSmallParts(base, sides.ours, sides.theirs);
  const own = sides.ours.flatMap(partsOf);
  const brought = sides.theirs.map((edit) => ({ edit, parts: partsOf(edit) }));
  const all = brought.flatMap(({ parts }) => parts);
  const ofOne = without(own, all);
  const isInTheWay = (edit: TextEdit) => ofOne.some((other) => overlap(edit, other)) && without([edit], own).length > 0;
  const isLost = ({ parts }: { parts: readonly TextEdit[] }) => parts.length > 0 && parts.every(isInTheWay);
  const fitting = brought.filter((each) => !isLost(each)).flatMap(({ parts }) => parts);
  const free = fitting.filter((edit) => !isInTheWay(edit));
  return {
    base,
    lost: brought.filter(isLost).map(({ edit }) => edit),
    conflict: free.length < fitting.length,
    text: (favour, lost = []) => {
      const insisted = brought.filter(({ edit }) => lost.includes(edit)).flatMap(({ parts }) => parts);
      const [first, second] = favour === "ours" ? [own, all] : [[...fitting, ...insisted], own];
      const others = without(first, second);
      const kept = without(second, first).filter((edit) => !others.some((other) => overlap(edit, other)));
      return composed(base, [...first, ...kept], endIsLeftOut(texts));
    },
  };
}

function composed(base: Uint8Array, edits: readonly TextEdit[], endLeftOut: boolean | undefined): Uint8Array {
  const merged = new TextEdits(
    base,
    [...edits].sort((a, b) => a.start - b.start || a.end - b.end),
  );
  const text = merged.compose(merged.all);
  return endLeftOut ? text.subarray(0, -1) : text;
}

/** A last line without its end would be glued to what comes behind it. */
function withLineEnd(text: Uint8Array): Uint8Array {
  return endIsMissing(text) ? Buffer.concat([text, Uint8Array.of(newline)]) : text;
}

/** Undefined: there is no line. */
function endIsMissing(text: Uint8Array): boolean | undefined {
  return text.length === 0 ? undefined : text.at(-1) !== newline;
}

/** Whether the end of the last line, which was added, is to go again. */
function endIsLeftOut(texts: Texts): boolean | undefined {
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map(endIsMissing);
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  if (ours === base || theirs === base) return ours === base ? theirs : ours;
  return ours && theirs;
}

type Overlap = (a: TextEdit, b: TextEdit) => boolean;

interface InParts {
  readonly partsOf: (edit: TextEdit) => readonly TextEdit[];
  readonly overlap: Overlap;
}

/** The edits of both sides; those that overlap are cut into parts, as small as still mean something. */
function inSmallParts(base: Uint8Array, a: readonly TextEdit[], b: readonly TextEdit[]): InParts {
  const [ours, theirs] = [without(a, b), without(b, a)];
  const overlapping = [
    ...ours.filter((edit) => theirs.some((other) => linesOverlap(edit, other))),
    ...theirs.filter((edit) => ours.some((other) => linesOverlap(edit, other))),
  ];
  const parts = new Map<TextEdit, readonly TextEdit[]>();
  const words = new Set<TextEdit>();
  for (const group of joined(overlapping)) {
    // Beside lines that came or went on one side, the other side's words alone are no text.
    const inWords = group.every(({ start, end, text }) => start < end && text.length > 0);
    for (const edit of group) {
      const cut = inWords ? wordsOf(base, edit) : edit.text.length === 0 ? linesOf(base, edit) : [edit];
      parts.set(edit, cut);
      if (inWords) for (const each of cut) words.add(each);
    }
  }
  const overlap: Overlap = (x, y) => (words.has(x) && words.has(y) ? wordsOverlap : linesOverlap)(x, y);
  return { partsOf: (edit) => parts.get(edit) ?? [edit], overlap };
}

/** Edits in groups: those in different ones do not overlap. */
function joined(edits: readonly TextEdit[]): TextEdit[][] {
  let groups: TextEdit[][] = [];
  for (const edit of edits) {
    const isNear = (group: readonly TextEdit[]) => group.some((other) => linesOverlap(edit, other));
    const near = groups.filter(isNear);
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), edit]];
  }
  return groups;
}

function linesOf(base: Uint8Array, edit: TextEdit): readonly TextEdit[] {
  return refine(new TextEdits(base, [edit]), "lines").edits;
}

/** Edits with nothing between them are one: what the other side puts in there has lost what it stood beside. */
function wordsOf(base: Uint8Array, whole: TextEdit): readonly TextEdit[] {
  const words: TextEdit[] = [];
  for (const edit of refine(new TextEdits(base, [whole]), "tokens").edits) {
    const last = words.at(-1);
    if (last?.end !== edit.start) words.push(edit);
    else words[words.length - 1] = { ...last, end: edit.end, text: Buffer.concat([last.text, edit.text]) };
  }
  return words;
}

/** What only touches does not overlap, but of two that insert at the same place nobody can tell which comes first. */
function linesOverlap(a: TextEdit, b: TextEdit): boolean {
  const crossing = a.start < b.end && b.start < a.end;
  return crossing || (a.start === b.start && a.end === b.end) || putsIn(a, b) || putsIn(b, a);
}

/** A word that is put in beside one that became another would be glued to that. */
function wordsOverlap(a: TextEdit, b: TextEdit): boolean {
  const touching = a.start <= b.end && b.start <= a.end;
  return (touching && (isInsertion(a) || isInsertion(b))) || linesOverlap(a, b);
}

/** Whether an edit puts in, among other things, what another one does: it must not come twice. */
function putsIn(edit: TextEdit, other: TextEdit): boolean {
  const { start, text } = other;
  if (!isInsertion(other) || edit.text.length < text.length) return false;
  const begins = edit.start === start && Buffer.compare(edit.text.subarray(0, text.length), text) === 0;
  return begins || (edit.end === start && Buffer.compare(edit.text.subarray(-text.length), text) === 0);
}

function isInsertion({ start, end }: TextEdit): boolean {
  return start === end;
}

/** Those that the other side has not got as well: where both agree there is nothing to settle. */
function without(edits: readonly TextEdit[], others: readonly TextEdit[]): TextEdit[] {
  return edits.filter((edit) => !others.some((other) => isSame(edit, other)));
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end && Buffer.compare(a.text, b.text) === 0;
}
