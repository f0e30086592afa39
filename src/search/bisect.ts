import { ask, done, type Search } from "../core/search.ts";

/** Numbered versions, each after all its ancestors. */
export interface Ancestry {
  readonly count: number;
  /**
   * The parents of a version, by number. −1 is the version before the first, which passes; numbers from `count` on are
   * older versions, from which other branches began.
   */
  readonly parents: (version: number) => readonly number[];
  /** All versions, in the order in which equally good questions are asked; default: by number. */
  readonly ranked?: readonly number[];
  /** Versions that are never asked about. */
  readonly skipped?: ReadonlySet<number>;
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
 * in the worse case, and among equals the one that `git bisect` asks about, so that it never takes more tests than git does.
 * Versions that cannot be judged usually follow each other: once there are some, everything from the first to the last of
 * them is avoided, and its ends are found by halving what is outside.
 *
 * When one suspect is left, its parents are asked about until one passes, unless one is known to. A branch that began
 * before the first version may fail from its start; then only versions that descend from the one before the first count.
 */
export function bisect(ancestry: Ancestry): Search<number, Introduction> {
  const ancestors = new Ancestors(ancestry);
  const start = { passed: [-1], failed: [], unjudged: [], sampled: 0 };
  return next(ancestors, { ...start, ...suspectsAmong(ancestors, ancestors.all, start) });
}

/** Whether the version is known, and further questions only make sure of it. */
export function isCheckingParents({ suspects }: Introduction): boolean {
  return suspects.length === 1;
}

interface State {
  readonly failing: number;
  readonly passed: readonly number[];
  readonly failed: readonly number[];
  readonly suspects: Bits;
  readonly unjudged: readonly number[];
  /** Number of consecutive questions inside a run of unjudged versions with known ends that could not be judged either. */
  readonly sampled: number;
}

/** Maximum number of versions tried inside a run of unjudged ones before the rest is assumed to be like them. */
const maxSampled = 16;

function next(ancestors: Ancestors, state: State): Search<number, Introduction> {
  const { passed, failed, suspects, unjudged, sampled } = state;
  const choice = choose(ancestors, state);
  const found = foundIn(ancestors, state);
  if (choice === undefined) return done(found);
  const { version, inside } = choice;
  return ask(version, found, (outcome) => {
    if (outcome === "pass")
      return next(ancestors, {
        ...state,
        passed: [...passed, version],
        suspects: ancestors.isOlder(version) ? suspects : suspects.without(ancestors.of(version)),
        sampled: 0,
      });
    if (outcome === "fail" && suspects.has(version)) {
      const narrowed = suspects.and(ancestors.of(version));
      return next(ancestors, {
        ...state,
        failing: version,
        failed: [...failed, version],
        suspects: narrowed,
        sampled: 0,
      });
    }
    const after = { ...state, unjudged: [...unjudged, version], sampled: inside ? sampled + 1 : 0 };
    // A version that was cleared before is only asked about as a parent of the failing one: it changes nothing else.
    if (outcome !== "fail" || !ancestors.isOlder(version)) return next(ancestors, after);
    return next(ancestors, { ...after, ...suspectsAmong(ancestors, ancestors.line, after) });
  });
}

/** What the known outcomes leave of some versions. */
function suspectsAmong(
  ancestors: Ancestors,
  among: Bits,
  { passed, failed }: Pick<State, "passed" | "failed">,
): Pick<State, "failing" | "suspects"> {
  let failing = ancestors.last;
  let suspects = among.and(ancestors.of(failing));
  for (const version of passed.filter((each) => each >= 0 && !ancestors.isOlder(each)))
    suspects = suspects.without(ancestors.of(version));
  for (const version of failed) {
    if (!suspects.has(version)) continue;
    suspects = suspects.and(ancestors.of(version));
    failing = version;
  }
  return { failing, suspects };
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
  const isSkipping = ancestors.skipped.some((version) => suspects.has(version));
  if (unjudgedSuspects.length === 0 && !isSkipping) return { version: halfway(ancestors, suspects), inside: false };
  const [first, last] = [
    unjudgedSuspects[0] ?? Number.POSITIVE_INFINITY,
    unjudgedSuspects.at(-1) ?? Number.NEGATIVE_INFINITY,
  ];
  let best: (Choice & { gain: number }) | undefined;
  for (const version of suspects.numbers()) {
    const inside = version >= first && version <= last;
    if (version === failing || ancestors.isSkipped(version)) continue;
    if (inside && (sampled >= maxSampled || unjudgedSuspects.includes(version))) continue;
    const before = ancestors.of(version).sizeWith(suspects);
    // Nor too near to those that cannot be judged.
    const gain = Math.min(before, total - before, 2 * distance(version, unjudgedSuspects));
    if (!best || (best.inside && !inside) || (best.inside === inside && gain > best.gain))
      best = { version, inside, gain };
  }
  return best;
}

/**
 * The version that git would ask about: a merge with half of the suspects before it, otherwise another version with half
 * of them before it, otherwise the one nearest to that; the first such in the order of ranks.
 */
function halfway(ancestors: Ancestors, suspects: Bits): number {
  const total = suspects.size;
  const ranked = ancestors.ranked.filter((version) => suspects.has(version));
  const inner = (version: number) => ancestors.parents(version).filter((parent) => suspects.has(parent)).length;
  const half = (version: number) => isHalf(ancestors.of(version).sizeWith(suspects), total);
  const found =
    ranked.find((version) => inner(version) > 1 && half(version)) ??
    ranked.find((version) => inner(version) === 1 && half(version));
  if (found !== undefined) return found;
  let best = { version: ranked[0]!, gain: -1 };
  for (const version of ranked) {
    const before = ancestors.of(version).sizeWith(suspects);
    const gain = Math.min(before, total - before);
    if (gain > best.gain) best = { version, gain };
  }
  return best.version;
}

/** Among thousands, git takes what is a thousandth away from the middle. */
function isHalf(part: number, total: number): boolean {
  const off = Math.abs(2 * part - total);
  return off <= 1 || off < Math.floor(total / 1024);
}

function distance(version: number, others: readonly number[]): number {
  return Math.min(...others.map((other) => Math.abs(other - version)));
}

/**
 * A parent of the version that introduced the failure, if none is known to pass: with merged branches, it may have been
 * cleared by a later version on another branch, or it is older than the first version.
 */
function lastBefore(ancestors: Ancestors, { failing, passed, unjudged }: State): Choice | undefined {
  const parents = ancestors.parents(failing);
  if (parents.some((parent) => passed.includes(parent))) return undefined;
  const version = parents.find((parent) => !unjudged.includes(parent) && !ancestors.isSkipped(parent));
  return version === undefined ? undefined : { version, inside: false };
}

/** For each version, itself and all its ancestors. */
class Ancestors {
  readonly parents: Ancestry["parents"];
  readonly ranked: readonly number[];
  readonly skipped: readonly number[];
  readonly last: number;
  readonly all: Bits;
  /** The versions that descend from the one before the first. */
  readonly line: Bits;
  readonly #bits: Bits[] = [];
  readonly #isSkipped: ReadonlySet<number>;

  constructor({ count, parents, ranked, skipped = new Set() }: Ancestry) {
    this.parents = parents;
    this.ranked = ranked ?? Array.from({ length: count }, (_, version) => version);
    this.skipped = [...skipped];
    this.last = count - 1;
    this.line = new Bits(count);
    this.#isSkipped = skipped;
    for (let version = 0; version < count; version++) {
      const own = new Bits(count);
      own.add(version);
      for (const parent of parents(version)) if (parent >= 0 && parent < count) own.addAll(this.#bits[parent]!);
      this.#bits.push(own);
      const isRoot = parents(version).length === 0;
      if (isRoot || parents(version).some((parent) => parent === -1 || this.line.has(parent))) this.line.add(version);
    }
    this.all = this.of(this.last);
  }

  of(version: number): Bits {
    return this.#bits[version]!;
  }

  isSkipped(version: number): boolean {
    return this.#isSkipped.has(version);
  }

  /** Older than the first version: not one of those searched. */
  isOlder(version: number): boolean {
    return version > this.last;
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
    return (((this.#words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
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
    return this.sizeWith(this);
  }

  /** How many numbers both have. */
  sizeWith(other: Bits): number {
    let size = 0;
    for (let i = 0; i < this.#words.length; i++) size += ones(this.#words[i]! & other.#words[i]!);
    return size;
  }

  *numbers(): Generator<number> {
    for (const [i, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) yield 32 * i + 31 - Math.clz32(rest & -rest);
    }
  }
}

/** How many bits of a word are set, counted in pairs, fours and eights. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
