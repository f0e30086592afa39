import { DeltaSet } from "../../core/delta-set.ts";
import { newline } from "../../syntax/bytes.ts";
import type { Change } from "../../world/changes/version-diff.ts";
import { type TextEdit, TextEdits } from "../../world/text/edits.ts";

/** Changes as people read them: in whole lines, neighbours together. */
export function shownChanges(changes: readonly Change[], set: DeltaSet): Change[] {
  const groups: Change[][] = [];
  let last: number | undefined;
  for (const i of set) {
    const change = changes[i]!;
    const before = groups.at(-1);
    if (before && last === i - 1 && isNeighbour(before.at(-1)!, change)) before.push(change);
    else groups.push([change]);
    last = i;
  }
  return groups.map(inLines);
}

/** Whether nothing but the rest of a line is between two edits of a text. */
function isNeighbour(a: Change, b: Change): boolean {
  if (!a.edit || !b.edit || a.newPath !== b.newPath) return false;
  return !baseOf(a).subarray(a.edit.end, b.edit.start).includes(newline);
}

/** A set of changes with those of a larger one that are on the same lines: nobody reads half a line. */
export function withSameLines(changes: readonly Change[], set: DeltaSet, larger: DeltaSet): DeltaSet {
  const all = [...larger];
  const found = new Set(set);
  const join = (i: number, j: number | undefined) => {
    if (j === undefined || !found.has(i) || Math.abs(i - j) !== 1) return;
    if (isOnSameLine(changes[Math.min(i, j)]!, changes[Math.max(i, j)]!)) found.add(j);
  };
  for (const [n, i] of all.entries()) join(i, all[n + 1]);
  for (const [n, i] of [...all.entries()].reverse()) join(i, all[n - 1]);
  return DeltaSet.from(Array.from(found, (i) => [i, i + 1] as const));
}

function isOnSameLine(a: Change, b: Change): boolean {
  return isNeighbour(a, b) && a.old.at(-1) !== newline && a.new.at(-1) !== newline;
}

function baseOf({ item }: Change): Uint8Array {
  return item!.old!.bytes();
}

function inLines(group: readonly Change[]): Change {
  const [first] = group as [Change];
  if (!first.edit) return first;
  if (group.every(addsWholeLines))
    return { ...first, old: none, new: Buffer.concat(group.map(({ edit }) => edit!.text)) };
  const base = baseOf(first);
  const edits = group.map(({ edit }) => slid(edit!, base));
  const whole = new TextEdits(base, edits);
  const made = whole.compose(whole.all);
  const [start, end] = [edits[0]!.start, edits.at(-1)!.end];
  const madeEnd = end + made.length - base.length;
  // A place between two lines, or lines with their ends, need no more.
  const isWhole = isLineStart(base, start) && isLineStart(base, end) && isLineStart(made, madeEnd);
  const [from, rest] = isWhole ? [start, 0] : [lineStart(base, start), lineEnd(base, end) - end];
  const [old, now] = clipped(base.subarray(from, end + rest), made.subarray(from, madeEnd + rest));
  return { ...first, edit: edits[0]!, old, new: now };
}

/** Whether an edit adds something that begins a line of the new text, wherever it is put in the old one. */
function addsWholeLines({ edit, item }: Change): boolean {
  return edit!.start === edit!.end && edit!.text.length > 0 && isLineStart(item!.new!.bytes(), edit!.origin);
}

/** Maximum number of bytes of a line that are shown before and behind what differs in it. */
const maxAround = 200;

/** Two versions of a line: where they are long, what is around their difference. */
function clipped(old: Uint8Array, now: Uint8Array): [Uint8Array, Uint8Array] {
  if ([old, now].some((text) => text.subarray(0, -1).includes(newline))) return [old, now];
  const shorter = Math.min(old.length, now.length);
  let before = 0;
  while (before < shorter && old[before] === now[before]) before++;
  let behind = 0;
  while (behind < shorter - before && old[old.length - 1 - behind] === now[now.length - 1 - behind]) behind++;
  const [from, after] = [Math.max(0, before - maxAround), Math.max(0, behind - maxAround)];
  return [old, now].map((text) => cutOut(text, from, text.length - after)) as [Uint8Array, Uint8Array];
}

/** A range of a text in whole characters, with dots where something is left out. */
function cutOut(text: Uint8Array, start: number, end: number): Uint8Array {
  let [from, to] = [start, end];
  while (from > 0 && isInsideCharacter(text[from])) from--;
  while (to < text.length && isInsideCharacter(text[to])) to++;
  return Buffer.concat([from > 0 ? dots : none, text.subarray(from, to), to < text.length ? dots : none]);
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

const none = Buffer.alloc(0);
const dots = Buffer.from("…");

/** A line end and a line that come or go before a line end are the line and its own end. */
function slid(edit: TextEdit, base: Uint8Array): TextEdit {
  const { start, end, text, origin } = edit;
  const one = start === end ? text : text.length === 0 ? base.subarray(start, end) : none;
  if (one[0] !== newline || base[end] !== newline) return edit;
  const moved = { start: start + 1, end: end + 1, origin: origin + 1 };
  return { ...moved, text: text.length === 0 ? text : Buffer.concat([text.subarray(1), base.subarray(end, end + 1)]) };
}

function isLineStart(bytes: Uint8Array, place: number): boolean {
  return place === 0 || place === bytes.length || bytes[place - 1] === newline;
}

function lineStart(bytes: Uint8Array, place: number): number {
  return place === 0 ? 0 : bytes.lastIndexOf(newline, place - 1) + 1;
}

function lineEnd(bytes: Uint8Array, place: number): number {
  const end = place > 0 && bytes[place - 1] === newline ? place - 1 : bytes.indexOf(newline, place);
  return end === -1 ? bytes.length : Math.max(place, end + 1);
}
