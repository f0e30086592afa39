import { DeltaSet } from "../../core/delta-set.ts";
import { finish, type Work } from "../../core/work.ts";
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

/** What is known of how changes go together besides their names. */
export interface Bindings {
  /** The scopes around a change in which the names that it declares are local, the widest first; undefined: in none. */
  readonly scopes: (change: number) => readonly string[] | undefined;
  /** Pairs of changes that can only be made together. */
  readonly frames: readonly (readonly [number, number])[];
}

const unbound: Bindings = { scopes: () => undefined, frames: [] };

/**
 * How changes depend on each other by the names in them. A change that uses a name needs the one that declares it; a
 * change that removes a declaration needs those that remove its uses.
 */
export function indexNames(changes: readonly Change[], bindings?: Bindings): NamedChanges {
  return finish(findNames(changes, bindings));
}

/** Number of bytes read between two steps. */
const bytesPerStep = 100_000;

/** The same in steps. */
export function* findNames(changes: readonly Change[], { scopes, frames }: Bindings = unbound): Work<NamedChanges> {
  const mentions = new Map<string, number[]>();
  const texts: NamesOfChange[] = [];
  let bytes = 0;
  for (const [i, { old, new: now }] of changes.entries()) {
    const read = scopes(i) ? namesInBundle : (text: Uint8Array) => namesOf(text);
    const names = { old: read(old), new: read(now) };
    texts.push(names);
    for (const name of names.old.all) add(mentions, name, i);
    for (const name of names.new.all) if (!names.old.all.has(name)) add(mentions, name, i);
    bytes += old.length + now.length;
    if (bytes < bytesPerStep) continue;
    bytes = 0;
    yield;
  }
  const needs = new Needs(changes.length);
  for (const [one, other] of [...frames, ...movedAmong(changes)]) needs.join(one, other);
  let count = 0;
  for (const [name, places] of mentions) {
    addNeeds(needs, name, { texts, places, scopes });
    if (++count % 1000 === 0) yield;
  }
  yield;
  return { mentioning: (name) => mentions.get(name) ?? [], dependencies: needs.closures() };
}

interface NamesOfChange {
  readonly old: NamesOfText;
  readonly new: NamesOfText;
}

interface Mentions {
  readonly texts: readonly NamesOfChange[];
  /** The changes that have the name. */
  readonly places: readonly number[];
  readonly scopes: Bindings["scopes"];
}

function addNeeds(needs: Needs, name: string, { texts, places, scopes }: Mentions): void {
  const declaring = (which: "old" | "new", other: "old" | "new") =>
    places.filter((i) => texts[i]![which].declared.has(name) && !texts[i]![other].declared.has(name));
  const [appearing, vanishing] = [byScope(declaring("new", "old"), scopes), byScope(declaring("old", "new"), scopes)];
  if (appearing.size + vanishing.size === 0) return;
  const through = (declarations: ReadonlyMap<string, unknown>, link: (i: number, scope: string) => void) => {
    for (const i of places) for (const scope of visibleFrom(i, scopes)) if (declarations.has(scope)) link(i, scope);
  };
  const appears = needs.nodes(appearing);
  through(appears, (i, scope) => {
    if (texts[i]!.new.all.has(name)) needs.add(i, appears.get(scope)!);
  });
  const users = new Map<string, number[]>();
  through(vanishing, (i, scope) => {
    if (texts[i]!.old.all.has(name) && !texts[i]!.new.all.has(name)) add(users, scope, i);
  });
  for (const [scope, declarations] of vanishing) {
    if (declarations.length > maxDeclarations) continue;
    const gone = needs.node([...(users.get(scope) ?? [])]);
    for (const i of declarations) {
      needs.add(i, gone);
      // A declaration that vanishes here and appears there was moved: both changes go together.
      if (appears.has(scope)) needs.add(i, appears.get(scope)!);
    }
    // Two declarations of one name in one scope are one too many.
    const before = scope === "" ? undefined : needs.node([...declarations]);
    if (before !== undefined) for (const i of appearing.get(scope) ?? []) needs.add(i, before);
  }
}

/** Declarations by where they can be seen from: everywhere, or in the scope around the change. */
function byScope(declarations: readonly number[], scopes: Bindings["scopes"]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const i of declarations) add(found, scopes(i)?.at(-1) ?? "", i);
  return found;
}

function visibleFrom(change: number, scopes: Bindings["scopes"]): readonly string[] {
  return ["", ...(scopes(change) ?? [])];
}

function add<K>(map: Map<K, number[]>, key: K, value: number): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

interface NamesOfText {
  readonly all: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

/** Names in larger files are ignored. */
const maxIndexedBytes = 200_000;

/** `inBlocks`: what is declared in a block of the text counts, too. */
function namesOf(bytes: Uint8Array, { inBlocks } = { inBlocks: true }): NamesOfText {
  if (bytes.length === 0 || bytes.length > maxIndexedBytes) return noNames;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  const all = new Set<string>();
  const declared = new Set<string>();
  let before: { name: string; end: number } | undefined;
  let depth = 0;
  for (const match of text.matchAll(word)) {
    const [name] = match;
    const end = match.index + name.length;
    const gap = before && text.slice(before.end, match.index);
    if (!inBlocks) depth += blocksOpened(text, before?.end ?? 0, match.index);
    const introduced = gap !== undefined && /^[\s*&#]+$/.test(gap) && !/\n\s*\n/.test(gap);
    const follows = /^\s*([([{;=,:<]|$)/.test(text.slice(end, end + 20));
    if (name.length > 1) all.add(name);
    if (name.length > 1 && depth <= 0) {
      if (introduced && (isIntroducing.has(before!.name) || (follows && !isUsing.has(before!.name))))
        declared.add(name);
      if (startsLine(text, match.index) && /^\s*(:?=(?!=)|:)/.test(text.slice(end, end + 20))) declared.add(name);
    }
    before = { name, end };
  }
  return { all, declared };
}

/** In a bundle each module has a number or a path: `1234: function (…) {…}`, and others ask for it: `require(1234)`. */
const moduleEntry =
  /(?<![\w.$])(\d{2,}|"[^"\n]{2,99}"):\s*(?:\/\*[^*]*\*+\/\s*)*[([]?\s*(?:function\b|\(|[\w$]+\s*=>)/g;
const moduleUse = /\((\d{2,}|"[^"\n]{2,99}")\)/g;

/** Names, and the modules of a bundle. */
function namesInBundle(bytes: Uint8Array): NamesOfText {
  const names = namesOf(bytes, { inBlocks: false });
  if (names === noNames) return names;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  const all = new Set(names.all);
  const declared = new Set(names.declared);
  for (const [, name] of text.matchAll(moduleUse)) all.add(name!);
  for (const [, name] of text.matchAll(moduleEntry)) {
    all.add(name!);
    declared.add(name!);
  }
  return { all, declared };
}

/** What is shorter than this may be in two places by chance. */
const minMovedBytes = 40;

/** Pairs of changes of which one removes what the other adds. */
function* movedAmong(changes: readonly Change[]): Generator<readonly [number, number]> {
  const removed = new Map<string, number>();
  const moved = ({ old, new: now }: Change) => (old.length > minMovedBytes && now.length === 0 ? old : undefined);
  const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1").trim().replace(/,$/, "");
  for (const [i, change] of changes.entries()) {
    const text = moved(change);
    if (text) removed.set(textOf(text), i);
  }
  for (const [i, { old, new: now }] of changes.entries()) {
    if (old.length > 0 || now.length <= minMovedBytes) continue;
    const from = removed.get(textOf(now));
    if (from !== undefined) yield [from, i];
  }
}

const noNames: NamesOfText = { all: new Set(), declared: new Set() };

function blocksOpened(text: string, start: number, end: number): number {
  let opened = 0;
  for (let at = start; at < end; at++) {
    if (text[at] === "{") opened++;
    else if (text[at] === "}") opened--;
  }
  return opened;
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && text[before] !== "\n" && text[before]!.trim() === "") before--;
  return before < 0 || text[before] === "\n";
}

/**
 * Which change needs which. Between a change and those it needs stands a node for the name: so there are as many links as
 * mentions of names, not as many as pairs of changes that have one in common.
 */
class Needs {
  readonly #changes: number;
  readonly #next: number[][] = [];

  constructor(changes: number) {
    this.#changes = changes;
    for (let i = 0; i < changes; i++) this.#next.push([]);
  }

  /** A node that needs these changes. */
  node(changes: number[]): number {
    return this.#next.push(changes) - 1;
  }

  /** Two changes that need each other. */
  join(one: number, other: number): void {
    this.#next[one]!.push(other);
    this.#next[other]!.push(one);
  }

  /** A node for each group that is not too large. */
  nodes(groups: ReadonlyMap<string, number[]>): Map<string, number> {
    const small = [...groups].filter(([, changes]) => changes.length <= maxDeclarations);
    return new Map(small.map(([key, changes]) => [key, this.node(changes)]));
  }

  add(change: number, node: number): void {
    this.#next[change]!.push(node);
  }

  closures(): Dependencies {
    const back: number[][] = this.#next.map(() => []);
    this.#next.forEach((others, i) => {
      for (const other of others) back[other]!.push(i);
    });
    return {
      withNeeds: (set) => this.#close(set, this.#next),
      withDependents: (set) => this.#close(set, back),
    };
  }

  #close(set: DeltaSet, next: readonly (readonly number[])[]): DeltaSet {
    const found = new Uint8Array(next.length);
    const waiting: number[] = [];
    for (const each of set) {
      found[each] = 1;
      waiting.push(each);
    }
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      for (const other of next[each]!) {
        if (found[other]) continue;
        found[other] = 1;
        waiting.push(other);
      }
    }
    const ranges = DeltaSet.from(rangesIn(found.subarray(0, this.#changes)));
    return ranges.size === set.size ? set : ranges;
  }
}

function* rangesIn(marks: Uint8Array): Generator<readonly [start: number, end: number]> {
  for (let start = marks.indexOf(1); start !== -1; ) {
    const end = marks.indexOf(0, start);
    yield [start, end === -1 ? marks.length : end];
    start = end === -1 ? -1 : marks.indexOf(1, end);
  }
}
