import { createHash } from "node:crypto";
import type { Tree } from "./incremental-checkout.ts";
import type { Item, Version } from "./version.ts";

const modulus = 1n << 128n;

const known = new WeakMap<Item, Map<string, bigint>>();
const ofVersions = new WeakMap<Version, bigint>();

/** A name for a tree, equal for equal trees. It is a sum, so only what changed has to be hashed. */
export function treeHash({ base, placed }: Tree): string {
  let sum = versionSum(base);
  for (const { path, item } of placed) {
    const before = base.items.get(path);
    if (before === item) continue;
    if (before) sum -= entryHash(path, before);
    if (item) sum += entryHash(path, item);
  }
  return (((sum % modulus) + modulus) % modulus).toString(16).padStart(32, "0");
}

function versionSum(version: Version): bigint {
  const before = ofVersions.get(version);
  if (before !== undefined) return before;
  let sum = 0n;
  for (const [path, item] of version.items) sum += entryHash(path, item);
  ofVersions.set(version, sum);
  return sum;
}

function entryHash(path: string, item: Item): bigint {
  const paths = known.get(item) ?? new Map<string, bigint>();
  known.set(item, paths);
  const before = paths.get(path);
  if (before !== undefined) return before;
  const text = `${item.kind} ${item.executable} ${item.id} ${path}`;
  const hash = BigInt(`0x${createHash("sha256").update(text).digest("hex").slice(0, 32)}`);
  paths.set(path, hash);
  return hash;
}
