import type { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done } from "../core/search.ts";
import { auto } from "./auto.ts";

/** Undefined: not even all deltas together fail. */
export interface SmallFailing {
  readonly failing: DeltaSet | undefined;
  /** It was expected to fail because all others were ruled out, and then did: that is a confirmation. */
  readonly wasExpected?: true;
}

export interface SmallFirst {
  /** Whether all deltas are known to fail; if not, that is asked only where it matters. */
  readonly isKnown: boolean;
  /** A set that may well fail: tried first. */
  readonly guess?: DeltaSet | undefined;
  /** How many deltas at the end of a set are its later half. */
  readonly cut?: (set: DeltaSet) => number;
}

/**
 * Simplifies a set that fails, where a small set takes less time to test than a large one: of a test suite, only some tests run.
 *
 * It believes that a single delta is enough until that turns out to be wrong. Then the later half fails, or else the delta is in the
 * other half, which need not be tested: ⌈log2 n⌉ questions and one more at the end, each half as large as the one before. `auto` and
 * `dd` ask as few, but of sets that stay large. If several deltas are needed, `auto` takes over with the smallest set that was seen
 * to fail.
 */
export function smallFirst(all: DeltaSet, options: SmallFirst): DeltaSearch<SmallFailing> {
  const { guess, isKnown } = options;
  const whole = { failing: all, isKnown };
  if (all.isEmpty) return done({ failing: undefined });
  if (guess === undefined || guess.isEmpty) return narrow(all, whole, options);
  return ask(guess, bestIn(whole), (outcome) => (outcome === "fail" ? simplify(guess) : narrow(all, whole, options)));
}

/** The smallest set that fails so far. */
interface Smallest {
  readonly failing: DeltaSet;
  readonly isKnown: boolean;
}

/** If a single delta is enough, it is among the suspects. */
function narrow(suspects: DeltaSet, smallest: Smallest, options: SmallFirst): DeltaSearch<SmallFailing> {
  if (suspects.size === 1) return askOne(suspects, smallest);
  const { cut = half } = options;
  const later = suspects.slice(suspects.size - cut(suspects));
  return ask(later, bestIn(smallest), (outcome) =>
    outcome === "fail"
      ? narrow(later, { failing: later, isKnown: true }, options)
      : narrow(suspects.minus(later), smallest, options),
  );
}

function askOne(one: DeltaSet, smallest: Smallest): DeltaSearch<SmallFailing> {
  if (smallest.isKnown && smallest.failing.equals(one)) return done({ failing: one });
  return ask(one, bestIn(smallest), (outcome) => {
    if (outcome === "fail") return done({ failing: one, wasExpected: true });
    return smallest.failing.equals(one) ? done({ failing: undefined }) : askAll(smallest);
  });
}

/** Several deltas are needed, or all of them do not fail after all. */
function askAll({ failing, isKnown }: Smallest): DeltaSearch<SmallFailing> {
  if (isKnown) return simplify(failing);
  return ask(failing, undefined, (outcome) => (outcome === "fail" ? simplify(failing) : done({ failing: undefined })));
}

function simplify(failing: DeltaSet): DeltaSearch<SmallFailing> {
  return andThen(
    auto(failing),
    (minimal) => done({ failing: minimal }),
    (soFar) => ({ failing: soFar }),
  );
}

function bestIn({ failing, isKnown }: Smallest): SmallFailing | undefined {
  return isKnown ? { failing } : undefined;
}

function half(set: DeltaSet): number {
  return Math.floor(set.size / 2);
}
