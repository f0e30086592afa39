import { invariant } from "./invariant.ts";

/**
 * A set of deltas: an immutable, sorted list of ranges of numbers, never a list of items.
 *
 * There may be billions of deltas, so the cost of everything here depends on the number of *ranges*, and a set with a few
 * ranges removed is made by copying blocks. Numbers go up to 2^53, so they are never used with bit operators.
 *
 * The ranges are kept as their boundaries: `bounds` rises strictly, and the set holds the numbers from bounds[0] up to
 * but not including bounds[1], from bounds[2] up to bounds[3], and so on. Ranges that touch are one range, so equal
 * sets have equal bounds.
 */
export class DeltaSet {
  static readonly empty = new DeltaSet(new Float64Array(0));

  /** The numbers from `start` up to but not including `end`. */
  static range(start: number, end: number): DeltaSet {
    invariant(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0, "deltas are numbered 0 to 2^53");
    return start < end ? new DeltaSet(Float64Array.of(start, end)) : DeltaSet.empty;
  }

  static of(...numbers: number[]): DeltaSet {
    return DeltaSet.from(numbers.map((n) => [n, n + 1] as const));
  }

  /** The union of half-open ranges, in any order. */
  static from(ranges: Iterable<readonly [start: number, end: number]>): DeltaSet {
    const bounds: number[] = [];
    for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
      invariant(
        Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0,
        "deltas are numbered 0 to 2^53",
      );
      if (start >= end) continue;
      const last = bounds.length - 1;
      if (last > 0 && start <= bounds[last]!) bounds[last] = Math.max(bounds[last]!, end);
      else bounds.push(start, end);
    }
    return bounds.length === 0 ? DeltaSet.empty : new DeltaSet(Float64Array.from(bounds));
  }

  /** Reads the canonical text, `0-17,40`. */
  static parse(text: string): DeltaSet {
    const parts = text.split(",").filter((part) => part !== "");
    return DeltaSet.from(
      parts.map((part) => {
        const match = /^(\d+)(?:-(\d+))?$/.exec(part);
        invariant(match, `"${part}" is not a delta or a range of deltas such as 3 or 0-17`);
        return [Number(match[1]), Number(match[2] ?? match[1]) + 1] as const;
      }),
    );
  }

  readonly size: number;
  readonly #bounds: Float64Array;
  /** For each range, how many deltas come before it; made when first needed. */
  #ranks: Float64Array | undefined;
  #hash: Hash | undefined;
  #key: string | undefined;

  private constructor(bounds: Float64Array, hash?: Hash) {
    let size = 0;
    for (let i = 0; i < bounds.length; i += 2) size += bounds[i + 1]! - bounds[i]!;
    this.#bounds = bounds;
    this.#hash = hash;
    this.size = size;
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  get rangeCount(): number {
    return this.#bounds.length / 2;
  }

  /** Half-open ranges, in order. */
  *ranges(): Generator<readonly [start: number, end: number]> {
    for (let i = 0; i < this.#bounds.length; i += 2) yield [this.#bounds[i]!, this.#bounds[i + 1]!];
  }

  /** Every delta, one by one: only for sets known to be small. */
  *[Symbol.iterator](): Generator<number> {
    for (const [start, end] of this.ranges()) for (let n = start; n < end; n++) yield n;
  }

  has(n: number): boolean {
    return boundsUpTo(this.#bounds, n + 1, 0) % 2 === 1;
  }

  union(other: DeltaSet): DeltaSet {
    if (other.rangeCount > this.rangeCount) return other.union(this);
    const bounds = combine(this.#bounds, other.#bounds, (here, there) => here || there);
    return new DeltaSet(bounds).hashedAs(this, other, +1);
  }

  minus(other: DeltaSet): DeltaSet {
    const bounds = combine(this.#bounds, other.#bounds, (here, there) => here && !there);
    return new DeltaSet(bounds).hashedAs(this, other, -1);
  }

  intersect(other: DeltaSet): DeltaSet {
    if (other.rangeCount === 1) return this.within(other.#bounds[0]!, other.#bounds[1]!);
    return new DeltaSet(combine(this.#bounds, other.#bounds, (here, there) => here && there));
  }

  /** The cost depends on the size of the window: large sets are read through many small ones. */
  private within(start: number, end: number): DeltaSet {
    const first = boundsUpTo(this.#bounds, start + 1, 0);
    const last = boundsUpTo(this.#bounds, end, first);
    const [opens, closes] = [first % 2, last % 2];
    if (opens + closes + last - first === 0) return DeltaSet.empty;
    const bounds = new Float64Array(opens + last - first + closes);
    if (opens) bounds[0] = start;
    bounds.set(this.#bounds.subarray(first, last), opens);
    if (closes) bounds[bounds.length - 1] = end;
    return new DeltaSet(bounds);
  }

  contains(other: DeltaSet): boolean {
    return other.size <= this.size && other.minus(this).isEmpty;
  }

  equals(other: DeltaSet): boolean {
    return this.size === other.size && this.rangeCount === other.rangeCount && this.key === other.key;
  }

  /** The deltas from the `from`-th up to but not including the `to`-th of this set, counted from 0. */
  slice(from: number, to: number = this.size): DeltaSet {
    from = Math.max(0, from);
    to = Math.min(this.size, to);
    if (from >= to) return DeltaSet.empty;
    if (from === 0 && to === this.size) return this;
    const first = this.#rangeOf(from);
    const last = this.#rangeOf(to - 1);
    const bounds = this.#bounds.slice(2 * first, 2 * last + 2);
    bounds[bounds.length - 1] = this.#bounds[2 * last]! + (to - this.#ranks![last]!);
    bounds[0] = this.#bounds[2 * first]! + (from - this.#ranks![first]!);
    return new DeltaSet(bounds);
  }

  /** The `index`-th of `count` parts of nearly equal size; together the parts are the set, in order. */
  part(index: number, count: number): DeltaSet {
    const cut = (i: number) => (i === count ? this.size : Math.floor((i * this.size) / count));
    return this.slice(cut(index), cut(index + 1));
  }

  /** A name for the set, equal for equal sets: 128 bits of hash. */
  get key(): string {
    this.#key ??= hashText(this.#lanes);
    return this.#key;
  }

  /** The canonical text: `0-17,40`. With a limit, further ranges are cut off and counted. */
  toString(limit = Number.POSITIVE_INFINITY): string {
    const shown: string[] = [];
    for (const [start, end] of this.ranges()) {
      if (shown.length === limit) return `${shown.join(",")},… (${this.rangeCount - limit} more)`;
      shown.push(end - start === 1 ? `${start}` : `${start}-${end - 1}`);
    }
    return shown.join(",");
  }

  get #lanes(): Hash {
    this.#hash ??= hashOf(this.#bounds);
    return this.#hash;
  }

  /** Derives the hash from the operands if they did not overlap (union), or one contained the other (minus). */
  private hashedAs(a: DeltaSet, b: DeltaSet, sign: 1 | -1): this {
    if (a.#hash && this.size === a.size + sign * b.size) this.#hash = addHash(a.#hash, b.#lanes, sign);
    return this;
  }

  /** The index of the range that contains the delta of this rank. */
  #rangeOf(rank: number): number {
    this.#ranks ??= ranksOf(this.#bounds);
    return boundsUpTo(this.#ranks, rank + 1, 0) - 1;
  }
}

/**
 * Sweeps over the boundaries of two sets and keeps the numbers for which `keep` says so. Between two boundaries of `b`
 * those of `a` either all count or none does, so they are copied as a block.
 */
function combine(a: Float64Array, b: Float64Array, keep: (inA: boolean, inB: boolean) => boolean): Float64Array {
  const out = new Float64Array(a.length + b.length);
  let length = 0;
  let i = 0;
  const copyUpTo = (end: number, inB: boolean) => {
    if (keep(true, inB) !== keep(false, inB)) {
      out.set(a.subarray(i, end), length);
      length += end - i;
    }
    i = end;
  };
  for (let j = 0; j < b.length; j++) {
    const boundary = b[j]!;
    copyUpTo(boundsUpTo(a, boundary, i), j % 2 === 1);
    const before = keep(i % 2 === 1, j % 2 === 1);
    if (a[i] === boundary) i++;
    if (keep(i % 2 === 1, j % 2 === 0) !== before) out[length++] = boundary;
  }
  copyUpTo(a.length, false);
  return out.slice(0, length);
}

/** How many of the rising `values` are below `limit`, given that those before `from` are. Gallops, then halves. */
function boundsUpTo(values: Float64Array, limit: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step <= values.length && values[low + step - 1]! < limit) {
    low += step;
    step *= 2;
  }
  let high = Math.min(values.length, low + step - 1);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (values[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function ranksOf(bounds: Float64Array): Float64Array {
  const ranks = new Float64Array(bounds.length / 2);
  let before = 0;
  for (let i = 0; i < ranks.length; i++) {
    ranks[i] = before;
    before += bounds[2 * i + 1]! - bounds[2 * i]!;
  }
  return ranks;
}

/**
 * Four 32-bit lanes, each the sum over all ranges of mix(end) − mix(start). Where two ranges meet the shared boundary
 * cancels out, so the hash of a disjoint union is the sum of the hashes, and that of a difference their difference.
 */
type Hash = readonly [number, number, number, number];

const seeds: Hash = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f];

function hashOf(bounds: Float64Array): Hash {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < bounds.length; i++) {
    const sign = i % 2 === 0 ? -1 : 1;
    const bound = bounds[i]!;
    const low = (bound % 0x100000000) | 0;
    const high = (bound / 0x100000000) | 0;
    a = (a + sign * mix(low, high, seeds[0])) | 0;
    b = (b + sign * mix(low, high, seeds[1])) | 0;
    c = (c + sign * mix(low, high, seeds[2])) | 0;
    d = (d + sign * mix(low, high, seeds[3])) | 0;
  }
  return [a, b, c, d];
}

/** Spreads a 53-bit number over 32 bits (the finalizer of MurmurHash3, once for each half). */
function mix(low: number, high: number, seed: number): number {
  return finalize(finalize(low ^ seed) + Math.imul(high, 0x2545f491) + seed);
}

function finalize(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function addHash(a: Hash, b: Hash, sign: 1 | -1): Hash {
  return [(a[0] + sign * b[0]) | 0, (a[1] + sign * b[1]) | 0, (a[2] + sign * b[2]) | 0, (a[3] + sign * b[3]) | 0];
}

function hashText(hash: Hash): string {
  return hash.map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
