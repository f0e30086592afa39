import type { DeltaSet } from "../core/delta-set.ts";
import { ask, type DeltaSearch } from "../core/search.ts";
import { oneMinimal } from "./ddmin.ts";

/**
 * Simplifies a failing set in few tests: the default.
 *
 * It goes through the deltas from the last to the first and leaves out groups of them. A group that can go doubles the
 * size of the next. Without a group that holds a needed delta the test passes; such a group is narrowed down to its last
 * needed delta, and the distance to it decides the size of the next group (needed deltas come in clusters, and far
 * apart). Where the world is monotone this comes close to the information-theoretic limit log2 C(n, k).
 *
 * Elsewhere it trusts less. An unresolved outcome says nothing of a group: a smaller one is tried, down to a single
 * delta, which is kept; then the next few are tried together, since deltas hang together here (a bracket and its
 * partner, the words of a statement). When much has gone it goes through what is left once more. And since some tests
 * say `pass` where they should say `unresolved`, every eighth needed delta is doubted: if it can go with its neighbours
 * after all, `pass` proves nothing in this world and counts as unresolved from there on.
 *
 * From the last to the first because what comes later usually depends on what came before. The end proves the result
 * 1-minimal.
 */
export function auto(failing: DeltaSet): DeltaSearch {
  return sweep(failing, true);
}

/** After a delta that neither goes alone nor with others, so many are tried together. */
const together = 8;

/** One of so many needed deltas is doubted. */
const doubted = 8;

interface Progress {
  /** How many deltas the sweep began with. */
  readonly from: number;
  /** Always fails. */
  readonly failing: DeltaSet;
  /** The deltas not decided yet; those that are stand behind them, but for the very first needed one. */
  readonly undecided: DeltaSet;
  /** How many to leave out next. */
  readonly size: number;
  /** How many deltas were found to be needed. */
  readonly needed: number;
  /** Whether `pass` is taken as proof that something left out is needed. */
  readonly trusting: boolean;
  /** Whether every outcome could be taken at its word so far. */
  readonly clear: boolean;
}

function sweep(failing: DeltaSet, trusting: boolean): DeltaSearch {
  if (failing.size < 2) return oneMinimal(failing);
  const size = Math.ceil(failing.size / 2);
  return leaveOut({ from: failing.size, failing, undecided: failing, size, needed: 0, trusting, clear: trusting });
}

/** Tries the last `size` of the undecided deltas, and while that tells nothing fewer of them. */
function leaveOut(progress: Progress, size = progress.size): DeltaSearch {
  const { undecided } = progress;
  if (undecided.isEmpty) return finish(progress);
  const group = undecided.slice(undecided.size - size);
  return without(progress, group, {
    fail: (less) => leaveOut({ ...less, size: 2 * size }),
    pass: () => narrow({ ...progress, size: group.size }, group),
    unresolved: (same) => (group.size > 1 ? leaveOut(same, Math.floor(group.size / 2)) : keep(same)),
  });
}

/** Without `group` the test passes. Finds the last needed delta of it; those behind it, `dropped` of them, go. */
function narrow(progress: Progress, group: DeltaSet, dropped = 0, size = Math.ceil(group.size / 2)): DeltaSearch {
  if (group.size === 1) return need(progress, dropped);
  const last = group.slice(group.size - size);
  return without(progress, last, {
    fail: (less) => narrow(less, group.minus(last), dropped + size),
    pass: () => narrow(progress, last, dropped),
    unresolved: (same) => (size > 1 ? narrow(same, group, dropped, Math.floor(size / 2)) : keep(same)),
  });
}

/** The last undecided delta is needed. */
function need(progress: Progress, dropped: number): DeltaSearch {
  const { size, needed, clear } = progress;
  const next = Math.min(size / 2, Math.sqrt(size * (dropped + 1)));
  const found = { ...decided(progress), size: Math.max(1, Math.round(next)), needed: needed + 1 };
  if (needed === 0 && clear) return leaveOutBefore(found);
  return found.needed % doubted === 0 ? doubt(found) : leaveOut(found);
}

/** The last undecided delta can go neither alone nor with others. */
function keep(progress: Progress): DeltaSearch {
  return leaveOut({ ...decided(progress), size: Math.max(together, Math.floor(progress.size / 2)) });
}

/** With the last needed delta known, tries to leave out all before it, or else the first half: causes cluster. */
function leaveOutBefore(progress: Progress): DeltaSearch {
  const { undecided } = progress;
  if (undecided.isEmpty) return finish(progress);
  const half = undecided.slice(0, Math.ceil(undecided.size / 2));
  return without(progress, undecided, {
    fail: finish,
    pass: () =>
      without(progress, half, {
        fail: (less) => narrowBefore(less, less.undecided),
        pass: () => leaveOut(progress),
        unresolved: leaveOut,
      }),
    unresolved: leaveOut,
  });
}

/** Without `group`, the first undecided deltas, the test passes. Leaves out what comes before its first needed one. */
function narrowBefore(progress: Progress, group: DeltaSet): DeltaSearch {
  if (group.size < 2) {
    const between = progress.undecided.slice(1);
    return leaveOut({ ...progress, undecided: between, size: Math.ceil(between.size / 2), needed: 2 });
  }
  const first = group.part(0, 2);
  return without(progress, first, {
    fail: (less) => narrowBefore(less, group.minus(first)),
    pass: () => narrowBefore(progress, first),
    unresolved: leaveOut,
  });
}

/** Each of the last few deltas was found to be needed. If they can go together, that was wrong: again, without trust. */
function doubt(progress: Progress, count = 4): DeltaSearch {
  const { failing, undecided } = progress;
  const next = (same: Progress) => (count > 2 ? doubt(same, count / 2) : leaveOut(same));
  return without(progress, failing.slice(undecided.size, undecided.size + count), {
    fail: (less) => sweep(less.failing, false),
    pass: () => next(progress),
    unresolved: next,
  });
}

function finish({ from, failing, trusting, clear }: Progress): DeltaSearch {
  return !clear && 2 * failing.size <= from ? sweep(failing, trusting) : oneMinimal(failing);
}

interface Cases {
  /** The group can go; `less` is what remains. */
  readonly fail: (less: Progress) => DeltaSearch;
  /** The group holds something needed. */
  readonly pass: () => DeltaSearch;
  /** Nothing is known of the group. */
  readonly unresolved: (same: Progress) => DeltaSearch;
}

function without(progress: Progress, group: DeltaSet, cases: Cases): DeltaSearch {
  const { failing, undecided, trusting } = progress;
  const rest = failing.minus(group);
  return ask(rest, failing, (outcome) => {
    if (outcome === "fail") return cases.fail({ ...progress, failing: rest, undecided: undecided.minus(group) });
    return outcome === "pass" && trusting ? cases.pass() : cases.unresolved({ ...progress, clear: false });
  });
}

function decided(progress: Progress): Progress {
  return { ...progress, undecided: progress.undecided.slice(0, progress.undecided.size - 1) };
}
