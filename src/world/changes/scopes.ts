import { DeltaSet } from "../../core/delta-set.ts";
import { partitionPoint } from "../../core/partition-point.ts";
import type { Hinted } from "../../core/search.ts";
import type { CommonDepth } from "../../search/scoped.ts";
import { detectLanguage } from "../../syntax/detect.ts";
import type { Node } from "../../syntax/node.ts";
import { syntaxOf } from "../../syntax/syntax-of.ts";
import type { Item } from "../tree/version.ts";
import { maxParsedBytes } from "./diff-versions.ts";
import type { Change, Changes, FileChanges } from "./version-diff.ts";

/** Where changes stand. */
export interface Scopes {
  readonly depth: CommonDepth;
  /** For each file that has changes, all of them. */
  readonly files: readonly DeltaSet[];
  /** Finds without a test that a set leaves a file malformed, and which changes should be added or removed with it. */
  readonly answerWithoutTest: (set: DeltaSet) => Hinted | undefined;
}

/** The scopes of the changes, widest first: folders, the file, and in it classes, functions, statements. */
export async function scopesOf(changes: Changes): Promise<Scopes> {
  const files = await Promise.all(changes.files().map(scopesInFile));
  const chains = files.flatMap((file) => file.chains);
  return {
    depth: (left, right) => commonLength(chains[left]!, chains[right]!),
    files: files.map(({ all }) => all),
    answerWithoutTest: (set) => {
      const about = files.reduce((sum, { torn }) => sum.union(torn(set)), DeltaSet.empty);
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

async function scopesInFile({ first, changes, place }: FileChanges): Promise<ScopesOfFile> {
  const [{ newPath, oldPath, item }] = changes as [Change];
  const path = newPath ?? oldPath!;
  const around = path.split("/");
  const all = DeltaSet.range(first, first + changes.length);
  const plain = { all, chains: changes.map(() => around), torn: () => DeltaSet.empty };
  const [old, now] = [item?.old, item?.new];
  if (changes.length === 1 || !old || !now || now.bytes().length > maxParsedBytes) return plain;
  const { parse, isWellFormed } = (await syntaxOf(detectLanguage(path, now.bytes()))) ?? {};
  if (!parse) return plain;
  const root = parse(now.bytes());
  const chains = changes.map(({ edit }) => [...around, ...(edit ? chainAt(root, edit.origin, edit.text.length) : [])]);
  const isFine = isWellFormed && onceFor(isWellFormed);
  if (!isFine?.(old) || !isFine(now)) return { ...plain, chains };
  const outermost = scopesAt(chains, around.length + 1).map((scope) => shifted(scope, first));
  return {
    all,
    chains,
    torn: (set) => {
      const own = set.intersect(all);
      if (own.isEmpty || own.size === all.size) return DeltaSet.empty;
      if (place(own).every((placed) => !placed.item || isFine(placed.item))) return DeltaSet.empty;
      const parts = outermost.filter((scope) => !scope.intersect(own).isEmpty && !own.contains(scope));
      return parts.length === 0 ? all : parts.reduce((sum, part) => sum.union(part), DeltaSet.empty);
    },
  };
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

/** Groups changes by their scope at this depth; a change in none is a group of its own. */
function scopesAt(chains: readonly (readonly string[])[], depth: number): DeltaSet[] {
  const scopes = new Map<string, DeltaSet>();
  chains.forEach((chain, i) => {
    const key = chain.length < depth ? `alone ${i}` : chain.slice(0, depth).join("/");
    scopes.set(key, (scopes.get(key) ?? DeltaSet.empty).union(DeltaSet.of(i)));
  });
  return [...scopes.values()];
}

function shifted(set: DeltaSet, by: number): DeltaSet {
  return DeltaSet.from(Array.from(set.ranges(), ([start, end]) => [start + by, end + by]));
}

/** The items around a range, from the outside in. */
function chainAt(root: Node, start: number, length: number): string[] {
  const chain: string[] = [];
  for (let node = childAround(root, start, length); node; node = childAround(node, start, length)) {
    if (node.role === "item") chain.push(`${node.start}-${node.end}`);
  }
  return chain;
}

function childAround({ children }: Node, start: number, length: number): Node | undefined {
  const child = children[partitionPoint(children, (each) => each.end <= start)];
  return child && child.start <= start && start + length <= child.end ? child : undefined;
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
