import { DeltaSet } from "../../core/delta-set.ts";
import type { Dependencies } from "../../search/scoped.ts";
import type { Change } from "./version-diff.ts";

/** Which changes name what. */
export interface NamedChanges {
  /** The changes in whose old or new text a name stands. */
  readonly mentioning: (name: string) => readonly number[];
  readonly dependencies: Dependencies;
}

/** A name with more declarations than this is ignored. */
const maxDeclarations = 8;

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Words before the declaration of a name, in various languages. */
const introducing =
  "function class def fn func const let var val struct enum union interface type typedef trait module namespace package " +
  "macro define sub proc static extern import from as record object protocol";

/** Words before a name that do not declare it. */
const using =
  "return new else case throw await yield delete typeof instanceof in of not and or if while until unless do goto raise print del";

const isIntroducing = new Set(introducing.split(" "));
const isUsing = new Set(using.split(" "));

/**
 * How changes depend on each other by the names in them. A change that uses a name needs the one that declares it; a
 * change that removes a declaration needs those that remove its uses.
 */
export function indexNames(changes: readonly Change[]): NamedChanges {
  const mentions = new Map<string, number[]>();
  const needs: number[][] = changes.map(() => []);
  const texts = changes.map(({ old, new: now }) => ({ old: namesOf(old), new: namesOf(now) }));
  texts.forEach(({ old, new: now }, i) => {
    for (const name of new Set([...old.all, ...now.all])) add(mentions, name, i);
  });
  for (const [name, places] of mentions) {
    const declaring = (which: "old" | "new") => {
      const other = which === "old" ? "new" : "old";
      return places.filter((i) => texts[i]![which].declared.has(name) && !texts[i]![other].declared.has(name));
    };
    const [appearing, vanishing] = [declaring("new"), declaring("old")];
    // A declaration that vanishes here and appears there was moved: both changes go together.
    const moved = appearing.length > 0 && vanishing.length > 0;
    if (appearing.length <= maxDeclarations && appearing.length > 0)
      for (const i of places) if (texts[i]!.new.all.has(name)) link(needs[i]!, appearing, i);
    if (vanishing.length <= maxDeclarations)
      for (const i of vanishing) {
        const users = places.filter((other) => texts[other]!.old.all.has(name) && !texts[other]!.new.all.has(name));
        link(needs[i]!, moved ? [...users, ...appearing] : users, i);
      }
  }
  return { mentioning: (name) => mentions.get(name) ?? [], dependencies: closures(needs) };
}

function link(needs: number[], others: readonly number[], self: number): void {
  for (const other of others) if (other !== self) needs.push(other);
}

function add(map: Map<string, number[]>, name: string, value: number): void {
  const known = map.get(name);
  if (known) known.push(value);
  else map.set(name, [value]);
}

interface NamesOfText {
  readonly all: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

/** Names in larger files are ignored. */
const maxIndexedBytes = 200_000;

function namesOf(bytes: Uint8Array): NamesOfText {
  const text = bytes.length > maxIndexedBytes ? "" : Buffer.from(bytes).toString("utf8");
  const all = new Set<string>();
  const declared = new Set<string>();
  let before: { name: string; end: number } | undefined;
  for (const match of text.matchAll(word)) {
    const [name] = match;
    const end = match.index + name.length;
    const gap = before && text.slice(before.end, match.index);
    const introduced = gap !== undefined && /^[\s*&#]+$/.test(gap) && !/\n\s*\n/.test(gap);
    const follows = /^\s*([([{;=,:<]|$)/.test(text.slice(end, end + 20));
    if (name.length > 1) {
      all.add(name);
      if (introduced && (isIntroducing.has(before!.name) || (follows && !isUsing.has(before!.name))))
        declared.add(name);
      if (startsLine(text, match.index) && /^\s*(:?=(?!=)|:)/.test(text.slice(end, end + 20))) declared.add(name);
    }
    before = { name, end };
  }
  return { all, declared };
}

function startsLine(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, at).trim() === "";
}

function closures(needs: readonly (readonly number[])[]): Dependencies {
  const neededBy: number[][] = needs.map(() => []);
  needs.forEach((others, i) => {
    for (const other of others) neededBy[other]!.push(i);
  });
  const close = (set: DeltaSet, next: readonly (readonly number[])[]) => {
    const found = new Set<number>(set);
    // Iterating over a Set includes elements that are added meanwhile.
    for (const each of found) for (const other of next[each]!) found.add(other);
    return found.size === set.size ? set : DeltaSet.from(Array.from(found, (n) => [n, n + 1] as const));
  };
  return { withNeeds: (set) => close(set, needs), withDependents: (set) => close(set, neededBy) };
}
