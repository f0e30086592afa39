import type { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch } from "../core/search.ts";
import { ddmin, oneMinimal } from "./ddmin.ts";
import { windows } from "./windows.ts";

/**
 * Simplifies a failing set in few tests: the default.
 *
 * It goes through the deltas from the last to the first and leaves out groups of them. A group that can go doubles the
 * size of the next; a group that cannot is halved until a single delta is left that the failure needs, and the distance
 * to it decides the size of the next group (needed deltas come in clusters, and far apart). In a monotone world this
 * comes close to the information-theoretic limit log2 C(n, k). It infers only from `pass`: at the first unresolved
 * outcome it hands over to ddmin, without losing what was left out so far.
 */
export function auto(failing: DeltaSet): DeltaSearch {
  if (failing.size < 2) return oneMinimal(failing);
  return leaveOut({ failing, undecided: failing, size: Math.ceil(failing.size / 2) });
}

interface Progress {
  /** Always fails. */
  readonly failing: DeltaSet;
  /** The deltas not decided yet, all before those that are. */
  readonly undecided: DeltaSet;
  /** How many to leave out next. */
  readonly size: number;
}

function leaveOut(progress: Progress): DeltaSearch {
  const { failing, undecided, size } = progress;
  if (undecided.isEmpty) return oneMinimal(failing);
  const group = undecided.slice(undecided.size - size);
  const rest = failing.minus(group);
  return ask(rest, failing, (outcome) => {
    if (outcome === "unresolved") return careful(failing);
    if (outcome === "pass") return halve(progress, group, 0);
    return leaveOut({ failing: rest, undecided: undecided.minus(group), size: 2 * size });
  });
}

/** The failure needs something of `group`; finds its last needed delta. `dropped` deltas behind it were left out. */
function halve(progress: Progress, group: DeltaSet, dropped: number): DeltaSearch {
  const { failing, undecided, size } = progress;
  if (group.size === 1) {
    const next = Math.min(size / 2, Math.sqrt(size * (dropped + 1)));
    const before = undecided.slice(0, undecided.size - 1);
    return leaveOut({ failing, undecided: before, size: Math.max(1, Math.round(next)) });
  }
  const last = group.part(1, 2);
  const rest = failing.minus(last);
  return ask(rest, failing, (outcome) => {
    if (outcome === "unresolved") return careful(failing);
    if (outcome === "pass") return halve(progress, last, dropped);
    const left = { failing: rest, undecided: undecided.minus(last), size };
    return halve(left, group.minus(last), dropped + last.size);
  });
}

/** Where outcomes are unresolved: ddmin, and on the few deltas it leaves a closer look that costs little. */
function careful(failing: DeltaSet): DeltaSearch {
  return andThen(ddmin(failing), (left) => (left.size <= 12 ? windows(left, [4, 2, 1]) : oneMinimal(left)));
}
