import { partitionPoint } from "../../core/partition-point.ts";
import { newline } from "../../syntax/bytes.ts";
import type { Node } from "../../syntax/node.ts";
import type { LanguageSyntax } from "../../syntax/syntax-of.ts";
import { Parsed } from "../syntax-edits/matching-children.ts";
import { treeEdits } from "../syntax-edits/tree-edits.ts";
import { changedRegions } from "../text/changed-regions.ts";
import { type TextEdit, TextEdits } from "../text/edits.ts";
import { Pieces } from "../text/pieces.ts";
import { maxPairs, mostAlike, similarity } from "../text/similar-pieces.ts";
import { countLines } from "../text/text.ts";
import { changedPlaces } from "../text/text-edits.ts";

/** Into what changes are cut again, the coarsest first. */
export const levels = ["statements", "lines", "tokens"] as const;
export type Level = (typeof levels)[number];

/** Some edits of a text that are to be cut again; `syntax` where the text is well-formed with them and without. */
export interface EditsToCut {
  readonly base: Uint8Array;
  readonly edits: readonly TextEdit[];
  /** The other edits of the text, which stay as they are. */
  readonly others: readonly TextEdit[];
  readonly syntax?: LanguageSyntax | undefined;
}

/** The same edits in smaller ones; as many as before where they cannot be cut. */
export function finerEdits(cut: EditsToCut, level: Level): readonly TextEdit[] {
  if (level === "statements") return statementEdits(cut);
  return level === "lines" ? lineEdits(cut) : tokenEdits(cut);
}

/** The edits of the tree, those on the same line together; where a large part is replaced as a whole, those inside it. */
function statementEdits(cut: EditsToCut): readonly TextEdit[] {
  const { base, others, syntax } = cut;
  if (!syntax) return cut.edits;
  const inTree = editsOfTree(cut, syntax, (edits, text) => joinedByLine(base, edits, text)) ?? cut.edits;
  const root = once(() => syntax.parse(base));
  const framed = inTree.map((edit) => insideFrame({ base, edit, root, isFine: syntax.isWellFormed }));
  const edits = framed.flatMap((each) => each.edits);
  const inside = framed.flatMap((each) => each.inside);
  // All at once: a text is parsed twice for each level of frames, however many edits there are.
  const deeper = inside.length > 0 ? statementEdits({ ...cut, edits: inside, others: [...others, ...edits] }) : [];
  return [...edits, ...deeper].sort(byPlace);
}

/** Replacing more lines than this as a whole is no statement. */
const maxStatementLines = 20;

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface FrameCut {
  readonly base: Uint8Array;
  readonly edit: TextEdit;
  /** The tree of the base text. */
  readonly root: () => Node;
  readonly isFine?: LanguageSyntax["isWellFormed"];
}

interface Framed {
  /** The edits of the frame, line by line; or the whole edit, where there is no frame. */
  readonly edits: readonly TextEdit[];
  readonly inside: readonly TextEdit[];
}

/** Splits an edit that replaces a part by another kind of part, such as a function that was put into brackets. */
function insideFrame({ base, edit, root, isFine = () => true }: FrameCut): Framed {
  const removed = base.subarray(edit.start, edit.end);
  const whole = { edits: [edit], inside: [] };
  if (Math.min(countLines(removed), countLines(edit.text)) <= maxStatementLines) return whole;
  const lines = changedPlaces(removed, edit.text).edits.map((line) => moved(line, edit));
  const depths = lines.map(({ start, end }) => depthAt(root(), start, end));
  // The head and the end of a frame may be at different depths: the text must be well-formed without either.
  for (const frame of [...new Set(depths)].sort((a, b) => a - b).slice(0, maxFrames)) {
    const inside = runsOf(lines, edit, (i) => depths[i]! > frame);
    if (inside.length === 0) break;
    if (isFine(composed(base, inside))) return { edits: lines.filter((_, i) => depths[i]! <= frame), inside };
  }
  return whole;
}

/** Maximum number of depths at which a frame is looked for. */
const maxFrames = 8;

/** In the order of a text. */
export function byPlace(a: TextEdit, b: TextEdit): number {
  return a.start - b.start || a.origin - b.origin;
}

/** An edit of a part of a text, as an edit of the whole. */
function moved(edit: TextEdit, { start, origin }: Pick<TextEdit, "start" | "origin">): TextEdit {
  return { ...edit, start: start + edit.start, end: start + edit.end, origin: origin + edit.origin };
}

/** How many parts of the syntax are around a range. */
function depthAt(root: Node, start: number, end: number): number {
  let depth = 0;
  for (let node: Node | undefined = root; node; depth++) {
    const children: readonly Node[] = node.children;
    const child = children[partitionPoint(children, (each) => each.end <= start)];
    node = child && child.start < start && end < child.end ? child : undefined;
  }
  return depth;
}

/** The chosen edits, neighbours together with what is between them. */
function runsOf(edits: readonly TextEdit[], whole: TextEdit, isChosen: (i: number) => boolean): TextEdit[] {
  const runs: TextEdit[] = [];
  edits.forEach((edit, i) => {
    if (!isChosen(i)) return;
    const last = i > 0 && isChosen(i - 1) ? runs.pop()! : edit;
    const { start, origin } = last;
    const end = edit.origin + edit.text.length - whole.origin;
    runs.push({ start, end: edit.end, origin, text: whole.text.subarray(origin - whole.origin, end) });
  });
  return runs;
}

function composed(base: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  const whole = new TextEdits(base, edits);
  return whole.compose(whole.all);
}

/** Lines of which each comes, goes or becomes another one like it. */
function lineEdits({ base, edits }: EditsToCut): TextEdit[] {
  return edits.flatMap((edit) => {
    const removed = base.subarray(edit.start, edit.end);
    const isLong = countLines(removed) > 1 || countLines(edit.text) > 1;
    return isLong ? linesWithin(removed, edit.text).map((line) => moved(line, edit)) : [edit];
  });
}

function linesWithin(old: Uint8Array, now: Uint8Array): TextEdit[] {
  const [from, to] = [new Pieces(old, "lines"), new Pieces(now, "lines")];
  const [olds, news] = [textsOf(from), textsOf(to)];
  return changedRegions(olds, news).flatMap(({ a, b, aCount, bCount }) => {
    const [before, after] = [olds.slice(a, a + aCount).map(featuresOf), news.slice(b, b + bCount).map(featuresOf)];
    const likeness = (i: number, j: number) => alikeness(before[i]!, after[j]!);
    const steps = aCount * bCount > maxPairs ? inOrder(aCount, bCount) : mostAlike(aCount, bCount, likeness);
    return steps.map(([i, j, takesOld, takesNew]) => {
      const [start, origin] = [from.offset(a + i), to.offset(b + j)];
      const [end, originEnd] = [from.offset(a + i + Number(takesOld)), to.offset(b + j + Number(takesNew))];
      return { start, end, origin, text: now.subarray(origin, originEnd) };
    });
  });
}

interface LineFeatures {
  /** Without white space at the ends: lines that were only moved to the right or left are alike. */
  readonly text: Uint8Array;
  readonly words: ReadonlySet<string>;
}

function featuresOf(line: string): LineFeatures {
  return { text: Buffer.from(line.trim(), "latin1"), words: new Set(line.match(/\w+/g) ?? []) };
}

/** How much two lines begin and end alike, or have the same words: from 0 to 1. */
function alikeness(a: LineFeatures, b: LineFeatures): number {
  let common = 0;
  for (const word of a.words) if (b.words.has(word)) common++;
  return Math.max(similarity(a.text, b.text), (2 * common) / Math.max(a.words.size + b.words.size, 1));
}

function inOrder(aCount: number, bCount: number): [i: number, j: number, takesOld: boolean, takesNew: boolean][] {
  return Array.from({ length: Math.max(aCount, bCount) }, (_, i) => [
    Math.min(i, aCount),
    Math.min(i, bCount),
    i < aCount,
    i < bCount,
  ]);
}

/** The edits of the tree within a line, or else the words that differ. */
function tokenEdits(cut: EditsToCut): readonly TextEdit[] {
  const { base, edits, syntax } = cut;
  const inTree = syntax && editsOfTree(cut, syntax, (all) => all);
  if (inTree && inTree.length > edits.length) return inTree;
  const isFine = syntax?.isWellFormed ?? (() => true);
  return edits.flatMap((edit) => {
    const words = wordEdits(base, edit);
    // Words that are ill-formed one by one, such as two brackets, belong together.
    return words.slice(0, maxChecked).some((word) => isFine(composed(base, [word]))) ? words : [edit];
  });
}

/** Maximum number of words of a line that are tried one by one for whether the text is well-formed with them. */
const maxChecked = 8;

type Arrange = (edits: readonly TextEdit[], text: Uint8Array) => readonly TextEdit[];

/** The edits of the tree that make the same difference; undefined where they are in the way of other edits. */
function editsOfTree(cut: EditsToCut, syntax: LanguageSyntax, arrange: Arrange): TextEdit[] | undefined {
  const { base, edits, others } = cut;
  const text = composed(base, edits);
  const found = treeEdits(new Parsed(base, syntax.parse(base)), new Parsed(text, syntax.parse(text)));
  if (!found) return undefined;
  const [sorted, placeOf] = [[...others].sort(byPlace), placesIn(edits, others)];
  const placed = arrange(found.edits, text).map((edit) => ({ ...edit, origin: placeOf(edit.origin) }));
  if (placed.some((edit) => touchesAny(sorted, edit))) return undefined;
  // A part may have found its like in another place, where one of the others changes it.
  const withOthers = (some: readonly TextEdit[]) => composed(base, [...others, ...some].sort(byPlace));
  return Buffer.compare(withOthers(placed), withOthers(edits)) === 0 ? placed : undefined;
}

function touchesAny(sorted: readonly TextEdit[], { start, end }: TextEdit): boolean {
  const next = sorted[partitionPoint(sorted, (each) => each.end < start)];
  return next !== undefined && next.start <= end;
}

/** Where a place of the text with the given edits made stands in the text with the others made, too. */
function placesIn(edits: readonly TextEdit[], others: readonly TextEdit[]): (place: number) => number {
  let shift = 0;
  const given = edits.map(({ start, end, text, origin }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { from, to: from + text.length, end, origin };
  });
  const all = [...edits, ...others].sort(byPlace);
  return (place) => {
    const before = given[partitionPoint(given, ({ from }) => from <= place) - 1];
    if (before && place <= before.to) return before.origin + place - before.from;
    const inBase = before ? before.end + place - before.to : place;
    const last = all[partitionPoint(all, ({ end }) => end <= inBase) - 1];
    return last ? last.origin + last.text.length + inBase - last.end : inBase;
  };
}

/** Neighbours with no line end between them become one. */
function joinedByLine(base: Uint8Array, edits: readonly TextEdit[], text: Uint8Array): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (!last || endsLine(base, last, edit)) joined.push(edit);
    else {
      const { start, origin } = last;
      const originEnd = edit.origin + edit.text.length;
      joined[joined.length - 1] = { start, end: edit.end, origin, text: text.subarray(origin, originEnd) };
    }
  }
  return joined;
}

function endsLine(base: Uint8Array, last: TextEdit, next: TextEdit): boolean {
  if (base.subarray(last.end, next.start).includes(newline)) return true;
  const sides = (edit: TextEdit) => [base.subarray(edit.start, edit.end), edit.text].filter((side) => side.length > 0);
  const isBroken = (edit: TextEdit, space: RegExp) =>
    sides(edit).every((side) => (space.exec(Buffer.from(side).toString("latin1"))?.[0] ?? "").includes("\n"));
  return isBroken(last, /\s*$/) || isBroken(next, /^\s*/);
}

/** A line that has less than this in common with what it became was written anew: its words are not compared. */
const minCommon = 0.5;

/** The runs of words in which two versions of a text differ. */
function wordEdits(base: Uint8Array, edit: TextEdit): TextEdit[] {
  const [from, to] = [new Pieces(base.subarray(edit.start, edit.end), "tokens"), new Pieces(edit.text, "tokens")];
  const edits = changedRegions(textsOf(from), textsOf(to)).map(({ a, b, aCount, bCount }) => {
    const [origin, originEnd] = [to.offset(b), to.offset(b + bCount)];
    return {
      start: edit.start + from.offset(a),
      end: edit.start + from.offset(a + aCount),
      origin: edit.origin + origin,
      text: edit.text.subarray(origin, originEnd),
    };
  });
  const changed = edits.reduce((sum, { start, end, text }) => sum + Math.max(end - start, text.length), 0);
  const longest = Math.max(edit.end - edit.start, edit.text.length);
  return changed <= (1 - minCommon) * longest ? edits : [edit];
}

function textsOf(pieces: Pieces): string[] {
  return Array.from({ length: pieces.count }, (_, i) =>
    Buffer.from(pieces.bytes.subarray(pieces.offset(i), pieces.offset(i + 1))).toString("latin1"),
  );
}
