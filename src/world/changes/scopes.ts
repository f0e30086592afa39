import { DeltaSet } from "../../core/delta-set.ts";
import type { Hinted } from "../../core/search.ts";
import type { CommonDepth } from "../../search/scoped.ts";
import { detectLanguage } from "../../syntax/detect.ts";
import { syntaxOf } from "../../syntax/syntax-of.ts";
import type { Item } from "../tree/version.ts";
import { chainsIn } from "./chains.ts";
import { maxWrittenBytes } from "./cut-file.ts";
import type { Bindings } from "./name-index.ts";
import type { Change, Changes, FileChanges, FileStructure } from "./version-diff.ts";

/** Where changes stand. */
export interface Scopes {
  readonly depth: CommonDepth;
  /** For each file that has changes, all of them. */
  readonly files: readonly DeltaSet[];
  /** Finds without a test that a set leaves a file malformed, and which changes should be added or removed with it. */
  readonly answerWithoutTest: (set: DeltaSet) => Hinted | undefined;
}

/** What the structure of large files says of how changes go together. */
export function bindingsOf(changes: Changes): Bindings {
  const scopes: (readonly string[] | undefined)[] = changes.changes.map(() => undefined);
  const frames: (readonly [number, number])[] = [];
  for (const { first, changes: own, structure } of changes.files()) {
    if (!structure?.torn) continue;
    const edits = first + own.length - structure.chains.length;
    structure.chains.forEach((chain, i) => {
      scopes[edits + i] = chain.map((scope) => `${first} ${scope}`);
    });
    if (structure.frame) frames.push([edits + structure.frame[0], edits + structure.frame[1]]);
  }
  return { scopes: (change) => scopes[change], frames };
}

/** The scopes of the changes, widest first: folders, the file, and in it classes, functions, statements. */
export async function scopesOf(changes: Pick<Changes, "files">): Promise<Scopes> {
  const files = await Promise.all(changes.files().map(scopesInFile));
  const chains = files.flatMap((file) => file.chains);
  return {
    depth: (left, right) => commonLength(chains[left]!, chains[right]!),
    files: files.map(({ all }) => all),
    answerWithoutTest: (set) => {
      const about = unionOf(files.map(({ torn }) => torn(set)));
      return about.isEmpty ? undefined : { outcome: "unresolved", about };
    },
  };
}

interface ScopesOfFile {
  readonly all: DeltaSet;
  /** The scopes around each change. */
  readonly chains: readonly (readonly string[])[];
  /** If a set leaves the file malformed, the changes in scopes that are only partly changed. */
  readonly torn: (set: DeltaSet) => DeltaSet;
}

async function scopesInFile(file: FileChanges): Promise<ScopesOfFile> {
  const { first, changes, structure } = file;
  const [{ newPath, oldPath, item }] = changes as [Change];
  const path = newPath ?? oldPath!;
  const around = path.split("/");
  const all = DeltaSet.range(first, first + changes.length);
  const plain = { all, chains: changes.map(() => around), torn: () => DeltaSet.empty };
  const [old, now] = [item?.old, item?.new];
  if (changes.length === 1 || !old || !now) return plain;
  if (structure?.torn) return knownScopes(file, around, structure);
  if (Math.max(old.bytes().length, now.bytes().length) > maxWrittenBytes) return plain;
  const { parse, isWellFormed } = (await syntaxOf(detectLanguage(path, now.bytes()))) ?? {};
  if (!parse) return plain;
  const inside = structure?.chains ?? chainsIn(parse(now.bytes()), editsOf(changes));
  const chains = chainsOf(file, around, inside);
  const isFine = isWellFormed && onceFor(isWellFormed);
  if (!isFine || (!structure && !(isFine(old) && isFine(now)))) return { ...plain, chains };
  return { all, chains, torn: tornIn(file, isFine, outermostScopes(file, chains, around.length + 1)) };
}

/** The scopes of a file whose structure was found when it was compared. */
function knownScopes(file: FileChanges, around: readonly string[], { chains, torn }: FileStructure): ScopesOfFile {
  const { first, changes } = file;
  const all = DeltaSet.range(first, first + changes.length);
  const edits = first + changes.length - chains.length;
  const editsIn = (set: DeltaSet) => set.intersect(DeltaSet.range(edits, first + changes.length));
  return {
    all,
    chains: chainsOf(file, around, chains),
    torn: (set) => shifted(torn!(shifted(editsIn(set), -edits)), edits),
  };
}

/** The folders, the file and what is around each change inside it. */
function chainsOf({ changes }: FileChanges, around: readonly string[], inside: FileStructure["chains"]) {
  const before = changes.length - inside.length;
  return changes.map((_, i) => (i < before ? around : [...around, ...inside[i - before]!]));
}

function editsOf(changes: readonly Change[]) {
  return changes.flatMap(({ edit }) => (edit ? [edit] : []));
}

/** Parses what a set makes of the file; if that is malformed, names the scopes that are only partly changed. */
function tornIn(
  { first, changes, place }: FileChanges,
  isFine: (item: Item) => boolean,
  outermost: readonly DeltaSet[],
): ScopesOfFile["torn"] {
  const all = DeltaSet.range(first, first + changes.length);
  return (set) => {
    const own = set.intersect(all);
    if (own.isEmpty || own.size === all.size) return DeltaSet.empty;
    if (place(own).every((placed) => !placed.item || isFine(placed.item))) return DeltaSet.empty;
    const parts = outermost.filter((scope) => !scope.intersect(own).isEmpty && !own.contains(scope));
    return parts.length === 0 ? all : unionOf(parts);
  };
}

function unionOf(sets: readonly DeltaSet[]): DeltaSet {
  return DeltaSet.from(sets.flatMap((set) => [...set.ranges()]));
}

/** Checks each content only once. */
function onceFor(isWellFormed: (bytes: Uint8Array) => boolean): (item: Item) => boolean {
  const known = new WeakMap<Item, boolean>();
  return (item) => {
    const fine = known.get(item) ?? isWellFormed(item.bytes());
    known.set(item, fine);
    return fine;
  };
}

/** Groups the changes of a file by their scope at this depth; a change in none is a group of its own. */
function outermostScopes({ first }: FileChanges, chains: ScopesOfFile["chains"], depth: number): DeltaSet[] {
  const scopes = new Map<string, [number, number][]>();
  chains.forEach((chain, i) => {
    const key = chain.length < depth ? `alone ${i}` : chain.slice(0, depth).join("/");
    const ranges = scopes.get(key) ?? [];
    scopes.set(key, ranges);
    ranges.push([first + i, first + i + 1]);
  });
  return Array.from(scopes.values(), (ranges) => DeltaSet.from(ranges));
}

function shifted(set: DeltaSet, by: number): DeltaSet {
  return DeltaSet.from(Array.from(set.ranges(), ([start, end]) => [start + by, end + by]));
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
