import { ask, done, type Search } from "../core/search.ts";

/** Versions, each after all that it was made from. */
export interface Ancestry {
  readonly count: number;
  /** The versions that one was made from, by number; those before the first one are left out. */
  readonly parents: (version: number) => readonly number[];
}

/** Where a failure came in. */
export interface CameIn {
  /** The first version that fails. */
  readonly failing: number;
  /** The last one known to pass among those that it was made from; -1: the one before all. */
  readonly passing: number;
  /** Versions that may have brought it, the failing one among them: more than one where some could not be judged. */
  readonly suspects: readonly number[];
}

/**
 * Finds the version that brought a failure: the last one fails, what is before the first passes. A version that passes
 * clears all that it was made from; one that fails clears all but these. Asked about is the one that clears the most
 * in the worse case. Those that cannot be judged usually come one after the other, so the next is sought ever farther
 * away from them.
 */
export function bisect(ancestry: Ancestry): Search<number, CameIn> {
  const last = ancestry.count - 1;
  const ancestors = new Ancestors(ancestry);
  return next(ancestors, { failing: last, passing: -1, suspects: ancestors.of(last), unjudged: [], inRow: 0 });
}

interface State {
  readonly failing: number;
  readonly passing: number;
  readonly suspects: Bits;
  readonly unjudged: readonly number[];
  /** How many of the last ones could not be judged. */
  readonly inRow: number;
}

function next(ancestors: Ancestors, state: State): Search<number, CameIn> {
  const { failing, passing, suspects, unjudged } = state;
  const choice = choose(ancestors, state);
  const found = (): CameIn => ({ failing, passing, suspects: [...suspects.numbers()] });
  if (choice === undefined) return done(found());
  return ask(choice, found(), (outcome) => {
    const cleared = ancestors.of(choice);
    if (outcome === "unresolved")
      return next(ancestors, { ...state, unjudged: [...unjudged, choice], inRow: state.inRow + 1 });
    if (outcome === "fail")
      return next(ancestors, { ...state, failing: choice, suspects: suspects.and(cleared), inRow: 0 });
    const nearest = Math.max(passing, choice);
    return next(ancestors, { ...state, passing: nearest, suspects: suspects.without(cleared), inRow: 0 });
  });
}

function choose(ancestors: Ancestors, { failing, suspects, unjudged, inRow }: State): number | undefined {
  const total = suspects.size;
  const distance = 2 ** inRow - 1;
  let best: { version: number; gain: number; far: boolean } | undefined;
  for (const version of suspects.numbers()) {
    if (version === failing || unjudged.includes(version)) continue;
    const before = ancestors.of(version).and(suspects).size;
    const gain = Math.min(before, total - before);
    const far = distance === 0 || unjudged.every((other) => Math.abs(other - version) > distance);
    if (!best || (far && !best.far) || (far === best.far && gain > best.gain)) best = { version, gain, far };
  }
  return best?.version;
}

/** For each version, itself and all that it was made from. */
class Ancestors {
  readonly #bits: Bits[] = [];

  constructor({ count, parents }: Ancestry) {
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
