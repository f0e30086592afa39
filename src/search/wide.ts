import type { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done } from "../core/search.ts";
import { auto } from "./auto.ts";

/**
 * Simplifies with many workers in mind: tests all parts against the *same* failing set, so that none of these tests
 * waits for another, then leaves out together all that could go; and at last what `auto` finds in the rest, which is
 * little where the world is monotone. More tests than `auto` alone, less time when about `width` of them run at once. The
 * width is an argument, not the number of workers: the same search gives the same result anywhere.
 */
export function wide(width: number): (failing: DeltaSet) => DeltaSearch {
  return (failing) => (failing.size < 2 ? done(failing) : andThen(round(failing, width, width), auto));
}

function round(failing: DeltaSet, parts: number, width: number): DeltaSearch {
  const count = Math.min(Math.max(2, parts), failing.size);
  const tests = Array.from({ length: count }, (_, i) => failing.part(i, count));
  return andThen(
    removable(failing, tests, 0, []),
    (parts) => {
      const single = count === failing.size;
      if (parts.length === 0) return single ? done(failing) : round(failing, Math.max(width, 2 * count), width);
      const kept = count - parts.length;
      return andThen(leaveOutTogether(failing, parts), (left) =>
        left.size < 2 ? done(left) : round(left, single ? left.size : Math.max(width, 2 * kept), width),
      );
    },
    () => failing,
  );
}

/** Which of `parts` can be left out of `failing`, each for itself. */
function removable(failing: DeltaSet, parts: DeltaSet[], i: number, found: DeltaSet[]): DeltaSearch<DeltaSet[]> {
  const part = parts[i];
  if (part === undefined) return done(found);
  return ask(
    failing.minus(part),
    found,
    (outcome) => removable(failing, parts, i + 1, outcome === "fail" ? [...found, part] : found),
    () => without(failing, parts, i + 1),
  );
}

function* without(failing: DeltaSet, parts: readonly DeltaSet[], from: number): Generator<DeltaSet> {
  for (let i = from; i < parts.length; i++) yield failing.minus(parts[i]!);
}

/** Leaves out as many of the parts as go together: all, or else what goes of one half and then of the other. */
function leaveOutTogether(failing: DeltaSet, parts: readonly DeltaSet[]): DeltaSearch {
  const rest = parts.reduce((set, part) => set.minus(part), failing);
  return ask(rest, failing, (outcome) => {
    if (outcome === "fail") return done(rest);
    if (parts.length === 1) return done(failing);
    const middle = parts.length >> 1;
    return andThen(leaveOutTogether(failing, parts.slice(0, middle)), (left) =>
      leaveOutTogether(left, parts.slice(middle)),
    );
  });
}
