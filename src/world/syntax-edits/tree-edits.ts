import { finish, type Work } from "../../core/work.ts";
import type { Node } from "../../syntax/node.ts";
import { type TextEdit, TextEdits } from "../text/edits.ts";
import { sameButBlanks } from "./blanks.ts";
import { frameEdits, insideFrames } from "./frames.ts";
import {
  type Comparing,
  childPairs,
  isComparable,
  isFixed,
  isItem,
  type NodePair,
  type Parsed,
  withoutSeparators,
} from "./matching-children.ts";

/**
 * The difference between two texts as edits of their trees: items that only one of them has are put in or left out
 * together with what sets them apart from their neighbours, nodes of one kind are compared inside, others are replaced
 * as a whole. So a text in which only some of the edits are made is nearly always well-formed if the two are. Undefined
 * in the unlikely case that different ranges have the same fingerprint.
 */
export function treeEdits(from: Parsed, to: Parsed): TextEdits | undefined {
  return finish(findTreeEdits(from, to))?.edits;
}

/** A pair of nodes that stand for each other, and the pair around it. */
export interface NestedPair {
  readonly pair: NodePair;
  readonly around: NestedPair | undefined;
}

/** Edits of a tree, and for each the innermost pair that it is in. */
export interface NestedEdits {
  readonly edits: TextEdits;
  readonly within: readonly NestedPair[];
  /** Two edits that can only be made together: a frame around all of the others begins and ends with them. */
  readonly frame?: readonly [number, number] | undefined;
}

interface NestedEdit {
  readonly edit: TextEdit;
  readonly within: NestedPair;
}

export interface ComparingTrees extends Comparing {
  /** What differs only in its blanks is one edit. */
  readonly joinsBlanks: boolean;
  /** What is around nearly all of a text may be replaced without what is inside. */
  readonly looksInside: boolean;
}

/** The same in steps. */
export function* findTreeEdits(from: Parsed, to: Parsed, comparing?: ComparingTrees): Work<NestedEdits | undefined> {
  const found: NestedEdit[] = [];
  // Without recursion: texts may be nested deeper than the stack.
  const root: NestedPair = { pair: [from.tree, to.tree], around: undefined };
  const inside = comparing?.looksInside ? insideFrames(from, to) : undefined;
  const waiting: NestedPair[] = [inside ? { pair: inside, around: root } : root];
  const frames = inside ? frameEdits(from, to, inside).map((edit) => ({ edit, within: root })) : [];
  for (const each of frames) found.push(each);
  for (let nested = waiting.pop(); nested; nested = waiting.pop()) {
    const { pair, around } = nested;
    const [old, now] = pair;
    if (from.print(old) === to.print(now)) continue;
    const isWhole = !isComparable(pair) || (comparing?.joinsBlanks && sameButBlanks(from.text(old), to.text(now)));
    if (isWhole && around && pair !== inside) {
      found.push({ edit: { ...placeOf(old), text: to.text(now), origin: now.start }, within: around });
      continue;
    }
    yield;
    const kept = yield* childPairs(from, to, pair, comparing);
    yield;
    for (const passage of passagesOf(pair, kept)) {
      for (const edit of passageEdits(from, to, passage)) found.push({ edit, within: nested });
    }
    for (const each of kept) waiting.push({ pair: each, around: nested });
  }
  yield;
  found.sort((a, b) => a.edit.start - b.edit.start || a.edit.origin - b.edit.origin);
  yield;
  const joined = comparing?.joinsBlanks ? joinBlanks(from, to, found) : found;
  const edits = new TextEdits(
    from.bytes,
    joined.map(({ edit }) => edit),
  );
  yield;
  if (Buffer.compare(edits.compose(edits.all), to.bytes) !== 0) return undefined;
  const frame = frames.length === 2 ? ([0, joined.length - 1] as const) : undefined;
  return { edits, within: joined.map(({ within }) => within), frame };
}

/** Joins neighbouring edits of one node that change only blanks: a block that was moved to the right is one edit. */
function joinBlanks(from: Parsed, to: Parsed, found: readonly NestedEdit[]): NestedEdit[] {
  const joined: NestedEdit[] = [];
  let afterBlanks = false;
  for (const each of found) {
    const { edit, within } = each;
    const last = joined.at(-1);
    const isBlank = sameButBlanks(from.bytes.subarray(edit.start, edit.end), edit.text);
    if (last && afterBlanks && isBlank && last.within === within) {
      const { start, origin } = last.edit;
      const text = to.bytes.subarray(origin, edit.origin + edit.text.length);
      joined[joined.length - 1] = { edit: { start, end: edit.end, origin, text }, within };
    } else joined.push(each);
    afterBlanks = isBlank;
  }
  return joined;
}

/** What is between two neighbouring children that stay, in the old text and in the new one. */
interface Passage {
  readonly old: Side;
  readonly now: Side;
  /** The child before is an item, and the one behind. */
  readonly behindItem: boolean;
  readonly beforeItem: boolean;
}

interface Side {
  readonly start: number;
  readonly end: number;
  /** The children that are only here. */
  readonly nodes: readonly Node[];
}

function* passagesOf([a, b]: NodePair, kept: readonly NodePair[]): Generator<Passage> {
  const [olds, news] = [withoutSeparators(a), withoutSeparators(b)];
  let [i, j] = [0, 0];
  let [oldStart, newStart] = [a.start, b.start];
  let before: Node | undefined;
  for (const [old, now] of [...kept, undefined].map((pair) => pair ?? [undefined, undefined])) {
    const oldEnd = old ? olds.indexOf(old, i) : olds.length;
    const newEnd = now ? news.indexOf(now, j) : news.length;
    yield {
      old: { start: oldStart, end: old?.start ?? a.end, nodes: olds.slice(i, oldEnd) },
      now: { start: newStart, end: now?.start ?? b.end, nodes: news.slice(j, newEnd) },
      behindItem: isItem(before),
      beforeItem: isItem(old),
    };
    [i, j, oldStart, newStart] = [oldEnd + 1, newEnd + 1, old?.end ?? a.end, now?.end ?? b.end];
    before = old;
  }
}

/** Splits each side into the ranges of its nodes and a rest that both sides have. */
function passageEdits(from: Parsed, to: Parsed, passage: Passage): TextEdit[] {
  const { old, now, behindItem, beforeItem } = passage;
  const nodes = [...old.nodes, ...now.nodes];
  if (nodes.length === 0 || nodes.some(isFixed)) return replacing(from, to, old, now);
  if (behindItem) {
    const [olds, news] = [cutBehind(old), cutBehind(now)];
    const [oldRest, newRest] = [olds.at(-1)!, news.at(-1)!];
    return [
      ...leavingOut(olds, news[0]!),
      ...puttingIn(to, news, oldRest),
      ...replacing(from, to, { start: oldRest, end: old.end }, { start: newRest, end: now.end }),
    ];
  }
  if (beforeItem) {
    const [olds, news] = [cutBefore(old), cutBefore(now)];
    return [
      ...replacing(from, to, { start: old.start, end: olds[0]! }, { start: now.start, end: news[0]! }),
      ...leavingOut(olds, news[0]!),
      ...puttingIn(to, news, old.end),
    ];
  }
  return old.nodes.length > 0 && now.nodes.length > 0 ? replacing(from, to, old, now) : loneEdits(from, to, passage);
}

/** Each node with what is before it. */
function cutBehind({ start, nodes }: Side): number[] {
  return [start, ...nodes.map(({ end }) => end)];
}

/** Each node with what is behind it. */
function cutBefore({ end, nodes }: Side): number[] {
  return [...nodes.map(({ start }) => start), end];
}

/**
 * A whole list comes or goes, so one of its items has to do without a separator. That is the last of those that come
 * and the first of those that go: these stay longest when half of the edits after the other is made, as `dd` does.
 */
function loneEdits(from: Parsed, to: Parsed, { old, now }: Passage): TextEdit[] {
  const comes = now.nodes.length > 0;
  const { nodes, start, end } = comes ? now : old;
  const [text, other] = comes ? [to, from] : [from, to];
  const gap = comes ? old : now;
  const cuts = comes
    ? [...nodes.map(({ start }) => start), nodes.at(-1)!.end]
    : [nodes[0]!.start, ...nodes.map(({ end }) => end)];
  const gapIs = (start: number, end: number) => other.print(gap) === text.print({ start, end });
  const asBefore = gapIs(start, cuts[0]!);
  const asBehind = !asBefore && gapIs(cuts.at(-1)!, end);
  if (!asBefore) cuts[0] = start;
  if (!asBehind) cuts[cuts.length - 1] = end;
  const edits = comes
    ? puttingIn(to, cuts, asBehind ? old.start : old.end)
    : leavingOut(cuts, asBehind ? now.start : now.end);
  if (asBefore || asBehind) return edits;
  const [first, ...more] = edits as [TextEdit, ...TextEdit[]];
  if (comes) return [{ ...first, start: old.start }, ...more];
  return [{ ...first, text: to.bytes.subarray(now.start, now.end), origin: now.start }, ...more];
}

function leavingOut(cuts: readonly number[], origin: number): TextEdit[] {
  return cuts.slice(1).map((end, i) => ({ start: cuts[i]!, end, text: nothing, origin }));
}

function puttingIn({ bytes }: Parsed, cuts: readonly number[], at: number): TextEdit[] {
  return cuts.slice(1).map((end, i) => ({ start: at, end: at, text: bytes.subarray(cuts[i]!, end), origin: cuts[i]! }));
}

interface NodeRun {
  readonly start: number;
  readonly end: number;
}

function replacing(from: Parsed, to: Parsed, old: NodeRun, now: NodeRun): TextEdit[] {
  if (from.print(old) === to.print(now)) return [];
  return [{ ...placeOf(old), text: to.bytes.subarray(now.start, now.end), origin: now.start }];
}

function placeOf({ start, end }: NodeRun): NodeRun {
  return { start, end };
}

const nothing = new Uint8Array();
