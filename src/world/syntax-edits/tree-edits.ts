import type { Node } from "../../syntax/node.ts";
import { type TextEdit, TextEdits } from "../text/edits.ts";
import {
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
  const edits: TextEdit[] = [];
  // Without recursion: texts may be nested deeper than the stack.
  const waiting: NodePair[] = [[from.tree, to.tree]];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [old, now] = pair;
    if (from.print(old) === to.print(now)) continue;
    if (!isComparable(pair) && old !== from.tree) {
      edits.push({ ...placeOf(old), text: to.text(now), origin: now.start });
      continue;
    }
    const kept = childPairs(from, to, pair);
    for (const passage of passagesOf(pair, kept)) {
      for (const edit of passageEdits(from, to, passage)) edits.push(edit);
    }
    for (const each of kept) waiting.push(each);
  }
  edits.sort((a, b) => a.start - b.start || a.origin - b.origin);
  const all = new TextEdits(from.bytes, edits);
  return Buffer.compare(all.compose(all.all), to.bytes) === 0 ? all : undefined;
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
