import { DeltaSet } from "../src/core/delta-set.ts";
import type { Predicate } from "../test/walk.ts";
import { below, type Random, random, sample } from "./random.ts";

/** A failure that is known, so that a search for it can be judged. Everything fails, nothing passes. */
export interface World {
  readonly size: number;
  readonly predicate: Predicate;
}

/** A kind of world: one for each seed. */
export type Worlds = (seed: number) => World;

/** Monotone: fails when all of `k` deltas are there, which stand together or anywhere. */
export function monotone(size: number, k: number, layout: "contiguous" | "scattered"): Worlds {
  return (seed) => {
    const next = random(seed);
    const start = below(size - k + 1, next);
    const needed = layout === "contiguous" ? DeltaSet.range(start, start + k) : DeltaSet.of(...sample(k, size, next));
    return { size, predicate: (set) => (set.intersect(needed).size === k ? "fail" : "pass") };
  };
}

/** Fails when all of one cause or all of another is there; the causes, of `k` deltas each, do not overlap. */
export function ambiguous(size: number, causes: number, k: number): Worlds {
  return (seed) => {
    const deltas = shuffled(sample(causes * k, size, random(seed)), random(seed + 1e6));
    const alternatives = Array.from({ length: causes }, (_, i) => DeltaSet.of(...deltas.slice(i * k, (i + 1) * k)));
    return { size, predicate: (set) => (alternatives.some((cause) => set.contains(cause)) ? "fail" : "pass") };
  };
}

/** Three deltas are needed, and every outcome but the two ends' is unresolved with this probability. */
export function unlucky(size: number, probability: number): Worlds {
  return (seed) => {
    const needed = DeltaSet.of(...sample(3, size, random(seed)));
    return resolvedAtEnds(size, (set) => {
      if (luck(set, seed) < probability) return "unresolved";
      return set.contains(needed) ? "fail" : "pass";
    });
  };
}

/** Passes or fails at random: always resolved, never monotone. */
export function noisy(size: number): Worlds {
  return (seed) => resolvedAtEnds(size, (set) => (luck(set, seed) < 0.5 ? "pass" : "fail"));
}

export interface Dependencies {
  /** Where a delta's parent stands: before it, among the ten before it, behind it, or anywhere at all. */
  readonly parents: "before" | "near" | "behind" | "anywhere";
  /** What a test says of a delta without its parent. */
  readonly otherwise: "unresolved" | "pass";
}

/** Three deltas are needed; half of all deltas need a parent to be there, as a use needs its declaration. */
export function dependent(size: number, { parents, otherwise }: Dependencies): Worlds {
  return (seed) => {
    const next = random(seed);
    const needed = DeltaSet.of(...sample(3, size, next));
    const order = Array.from({ length: size }, (_, i) => i);
    if (parents === "anywhere") shuffled(order, next);
    if (parents === "behind") order.reverse();
    const parentOf = new Int32Array(size).fill(-1);
    for (let i = 1; i < size; i++) {
      const parent = parents === "near" ? Math.max(0, i - 1 - below(10, next)) : below(i, next);
      if (next() < 0.5) parentOf[order[i]!] = order[parent]!;
    }
    return resolvedAtEnds(size, (set) => {
      if (hasOrphan(set, parentOf)) return otherwise;
      return set.contains(needed) ? "fail" : "pass";
    });
  };
}

/** Words in nested brackets of three kinds; three words are needed, and the brackets must match. */
export function bracketed(size: number, otherwise: "unresolved" | "pass"): Worlds {
  return (seed) => {
    const next = random(seed);
    const text = brackets(size, next);
    const words = text.flatMap((kind, i) => (kind === 0 ? [i] : []));
    const needed = DeltaSet.of(...sample(3, words.length, next).map((i) => words[i]!));
    return resolvedAtEnds(size, (set) => {
      if (!balanced(set, text)) return otherwise;
      return set.contains(needed) ? "fail" : "pass";
    });
  };
}

/** A number from 0 up to 1, always the same for the same set. */
function luck(set: DeltaSet, seed: number): number {
  return random(Number.parseInt(set.key.slice(0, 8), 16) ^ seed)();
}

function resolvedAtEnds(size: number, between: Predicate): World {
  const predicate: Predicate = (set) => (set.isEmpty ? "pass" : set.size === size ? "fail" : between(set));
  return { size, predicate };
}

function hasOrphan(set: DeltaSet, parentOf: Int32Array): boolean {
  const there = new Uint8Array(parentOf.length);
  for (const [start, end] of set.ranges()) there.fill(1, start, end);
  for (let i = 0; i < parentOf.length; i++) if (there[i] && parentOf[i]! >= 0 && !there[parentOf[i]!]) return true;
  return false;
}

/** A balanced text: 0 for a word, a positive number for an opening bracket, its negative for the closing one. */
function brackets(size: number, next: Random): number[] {
  const text: number[] = [];
  const open: number[] = [];
  while (text.length + open.length < size) {
    const choice = next();
    if (choice < 0.3 && text.length + open.length + 2 <= size) {
      const kind = 1 + below(3, next);
      open.push(kind);
      text.push(kind);
    } else if (choice < 0.55 && open.length > 0) text.push(-open.pop()!);
    else text.push(0);
  }
  while (open.length > 0) text.push(-open.pop()!);
  return text;
}

function balanced(set: DeltaSet, text: readonly number[]): boolean {
  const open: number[] = [];
  for (const [start, end] of set.ranges())
    for (let i = start; i < end; i++) {
      const kind = text[i]!;
      if (kind > 0) open.push(kind);
      else if (kind < 0 && open.pop() !== -kind) return false;
    }
  return open.length === 0;
}

function shuffled<T>(items: T[], next: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(i + 1, next);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}
