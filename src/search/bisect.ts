import { ask, done, type Search } from "../core/search.ts";

/** Numbered versions, each after all its ancestors. */
export interface Ancestry {
  readonly count: number;
  /** The parents of a version, by number, without those before the first version. */
  readonly parents: (version: number) => readonly number[];
}

/** Where a failure was introduced. */
export interface Introduction {
  /** The first version that fails. */
  readonly failing: number;
  /** A parent of it that passes, otherwise the last ancestor that passes; -1: the version before the first. */
  readonly passing: number;
  /** Versions that may have introduced it, including `failing`: more than one if some could not be judged. */
  readonly suspects: readonly number[];
}

/**
 * Finds the version that introduced a failure: the last one fails, the one before the first passes. A version that passes
 * clears itself and its ancestors; one that fails clears all others. The next question is the version that clears the most
 * in the worse case. Versions that cannot be judged usually follow each other: once there are some, everything from the
 * first to the last of them is avoided, and its ends are found by halving what is outside.
 */
export function bisect(ancestry: Ancestry): Search<number, Introduction> {
  const last = ancestry.count - 1;
  const ancestors = new Ancestors(ancestry);
  const suspects = ancestors.of(last);
  return next(ancestors, { failing: last, passed: [], suspects, unjudged: [], sampled: 0 });
}

interface State {
  readonly failing: number;
  readonly passed: readonly number[];
  readonly suspects: Bits;
  readonly unjudged: readonly number[];
  /** Number of consecutive questions inside a run of unjudged versions with known ends that could not be judged either. */
  readonly sampled: number;
}

/** Maximum number of versions tried inside a run of unjudged ones before the rest is assumed to be like them. */
const maxSampled = 16;

function next(ancestors: Ancestors, state: State): Search<number, Introduction> {
  const { passed, suspects, unjudged, sampled } = state;
  const choice = choose(ancestors, state);
  const found = foundIn(ancestors, state);
  if (choice === undefined) return done(found);
  const { version, inside } = choice;
  return ask(version, found, (outcome) => {
    const cleared = ancestors.of(version);
    if (outcome === "pass")
      return next(ancestors, {
        ...state,
        passed: [...passed, version],
        suspects: suspects.without(cleared),
        sampled: 0,
      });
    // A version that was cleared before is only asked about as a parent of the failing one: it changes nothing else.
    if (outcome === "fail" && suspects.has(version))
      return next(ancestors, { ...state, failing: version, suspects: suspects.and(cleared), sampled: 0 });
    return next(ancestors, { ...state, unjudged: [...unjudged, version], sampled: inside ? sampled + 1 : 0 });
  });
}

function foundIn(ancestors: Ancestors, { failing, passed, suspects }: State): Introduction {
  const before = ancestors.of(failing);
  const right = passed.filter((version) => ancestors.parents(failing).includes(version));
  const passing = Math.max(-1, ...(right.length > 0 ? right : passed.filter((version) => before.has(version))));
  return { failing, passing, suspects: [...suspects.numbers()] };
}

interface Choice {
  readonly version: number;
  /** It is between others that cannot be judged. */
  readonly inside: boolean;
}

function choose(ancestors: Ancestors, state: State): Choice | undefined {
  const { failing, suspects, unjudged, sampled } = state;
  const total = suspects.size;
  if (total === 1) return lastBefore(ancestors, state);
  const unjudgedSuspects = unjudged.filter((version) => suspects.has(version)).sort((a, b) => a - b);
  const [first, last] = [
    unjudgedSuspects[0] ?? Number.POSITIVE_INFINITY,
    unjudgedSuspects.at(-1) ?? Number.NEGATIVE_INFINITY,
  ];
  let best: (Choice & { gain: number }) | undefined;
  for (const version of suspects.numbers()) {
    const inside = version >= first && version <= last;
    if (version === failing || (inside && (sampled >= maxSampled || unjudgedSuspects.includes(version)))) continue;
    const before = ancestors.of(version).and(suspects).size;
    // Nor too near to those that cannot be judged.
    const gain = Math.min(before, total - before, 2 * distance(version, unjudgedSuspects));
    if (!best || (best.inside && !inside) || (best.inside === inside && gain > best.gain))
      best = { version, inside, gain };
  }
  return best;
}

function distance(version: number, others: readonly number[]): number {
  return Math.min(...others.map((other) => Math.abs(other - version)));
}

/**
 * A parent of the version that introduced the failure, if none is known to pass: with merged branches, it may have been
 * cleared by a later version on another branch.
 */
function lastBefore(ancestors: Ancestors, { failing, passed, unjudged }: State): Choice | undefined {
  const parents = ancestors.parents(failing);
  if (parents.some((parent) => passed.includes(parent))) return undefined;
  const version = parents.find((parent) => !unjudged.includes(parent));
  return version === undefined ? undefined : { version, inside: false };
}

/** For each version, itself and all its ancestors. */
class Ancestors {
  readonly #bits: Bits[] = [];
  readonly parents: Ancestry["parents"];

  constructor({ count, parents }: Ancestry) {
    this.parents = parents;
    for (let version = 0; version < count; version++) {
      const own = new Bits(count);
      own.add(version);
      for (const parent of parents(version)) own.addAll(this.#bits[parent]!);
      this.#bits.push(own);
    }
  }

  of(version: number): Bits {
    return this.#bits[version]!;
  }
}

/** A set of small numbers. */
class Bits {
  readonly #words: Uint32Array;

  constructor(count: number, words = new Uint32Array(Math.ceil(count / 32))) {
    this.#words = words;
  }

  add(number: number): void {
    this.#words[number >>> 5]! |= 1 << (number & 31);
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5]! >>> (number & 31)) & 1) === 1;
  }

  addAll(other: Bits): void {
    for (let i = 0; i < this.#words.length; i++) this.#words[i]! |= other.#words[i]!;
  }

  and(other: Bits): Bits {
    return new Bits(
      0,
      this.#words.map((word, i) => word & other.#words[i]!),
    );
  }

  without(other: Bits): Bits {
    return new Bits(
      0,
      this.#words.map((word, i) => word & ~other.#words[i]!),
    );
  }

  get size(): number {
    let size = 0;
    for (let word of this.#words) for (; word !== 0; word &= word - 1) size++;
    return size;
  }

  *numbers(): Generator<number> {
    for (const [i, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) yield 32 * i + 31 - Math.clz32(rest & -rest);
    }
  }
}
