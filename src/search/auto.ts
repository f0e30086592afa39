import { DeltaSet } from "../core/delta-set.ts";
import { ask, type DeltaSearch, done } from "../core/search.ts";
import { oneMinimal } from "./ddmin.ts";

/**
 * Simplifies a failing set in few tests: the default.
 *
 * It goes through the deltas from the last to the first and leaves out groups of them. A group that can go doubles the
 * size of the next. Without a group that holds a needed delta the test passes; such a group is narrowed down to its
 * needed delta nearest to the end, and the distance to it decides the size of the next group (needed deltas come in
 * clusters, and far apart). Where the world is monotone this comes close to the limit log2 C(n, k) of any search.
 *
 * Elsewhere it takes less on trust:
 * - An unresolved outcome says nothing of a group: smaller ones are tried, down to a single delta, which then stays; and
 *   after it the next few together, since deltas hang together here (two brackets, the words of a statement). When much
 *   has gone it goes through the rest again.
 * - The last comes first because it usually depends on what is before it. Where two in a row had to stay, it may be the
 *   other way round, and the search goes on at the other end.
 * - Some tests say `pass` where they should say `unresolved`. So of every eight needed deltas some are doubted: if they
 *   can go together after all, `pass` proves nothing in this world, and counts as unresolved from there on.
 *
 * The end proves the result 1-minimal.
 */
export function auto(failing: DeltaSet): DeltaSearch {
  return sweep(failing, { end: "last", trusting: true, proving: true });
}

/** What the deltas of a set probably need besides themselves, together with them. */
export type Related = (set: DeltaSet) => DeltaSet;

/**
 * `auto` without the proof at the end, for results that are searched again. If it is known what probably belongs together
 * (uses and declarations), everything else is left out as soon as something is found to stay; a wrong guess costs a test,
 * but never makes the result wrong.
 */
export function roughly(failing: DeltaSet, related?: Related): DeltaSearch {
  return sweep(failing, { end: "last", trusting: true, proving: false, related });
}

/** Minimum size of the group tried after a delta that had to stay without a clear outcome. */
const minGroupAfterKept = 8;

/** Number of needed deltas after which some are doubted. */
const neededBeforeDoubt = 8;

interface Progress {
  /** How many deltas the sweep began with. */
  readonly from: number;
  /** Always fails. */
  readonly failing: DeltaSet;
  /** The deltas that are not decided yet: neighbours in `failing`. */
  readonly undecided: DeltaSet;
  /** At which end of the undecided deltas the search works. */
  readonly end: "last" | "first";
  /** How many to leave out next. */
  readonly size: number;
  /** Whether any delta was left out since the last one that stays. */
  readonly moving: boolean;
  /** The deltas found to be needed, since some of them were doubted. */
  readonly needed: DeltaSet;
  /** Whether `pass` is taken as proof that something left out is needed. */
  readonly trusting: boolean;
  /** Whether every outcome so far was resolved and trusted. */
  readonly clear: boolean;
  /** Whether the result is to be proved minimal. */
  readonly proving: boolean;
  readonly related?: Related | undefined;
  /** The deltas that stay, and their number at which to guess next what they need. */
  readonly stays: DeltaSet;
  readonly guessAt: number;
}

type SweepOptions = Pick<Progress, "end" | "trusting" | "proving" | "related">;

function sweep(failing: DeltaSet, { end, trusting, proving, related }: SweepOptions): DeltaSearch {
  if (failing.size < 2) return done(failing);
  const size = Math.ceil(failing.size / 2);
  const start = { from: failing.size, failing, undecided: failing, moving: false, needed: DeltaSet.empty };
  const none = { stays: DeltaSet.empty, guessAt: 1 };
  return leaveOut({ ...start, ...none, end, size, trusting, proving, related, clear: trusting });
}

/** Tries to leave out `size` of the undecided deltas, and fewer while the outcome is unresolved. */
function leaveOut(progress: Progress, size = progress.size): DeltaSearch {
  if (progress.undecided.isEmpty) return finish(progress);
  if (progress.related && progress.stays.size >= progress.guessAt) return guess(progress, progress.related);
  const group = atEnd(progress.undecided, size, progress);
  return without(progress, group, {
    fail: (less) => leaveOut({ ...less, size: 2 * size }),
    pass: () => narrow({ ...progress, size: group.size }, group),
    unresolved: (same) => (group.size > 1 ? leaveOut(same, Math.floor(group.size / 2)) : keep(same)),
  });
}

/** Without `group` the test passes. Finds the first needed delta of it, seen from the end; `dropped` before it go. */
function narrow(progress: Progress, group: DeltaSet, dropped = 0, size = Math.ceil(group.size / 2)): DeltaSearch {
  if (group.size === 1) return need(progress, group, dropped);
  const part = atEnd(group, size, progress);
  return without(progress, part, {
    fail: (less) => narrow(less, group.minus(part), dropped + size),
    pass: () => narrow(progress, part, dropped),
    unresolved: (same) => (size > 1 ? narrow(same, group, dropped, Math.floor(size / 2)) : keep(same)),
  });
}

/** The failure needs the one delta `found`. */
function need(progress: Progress, found: DeltaSet, dropped: number): DeltaSearch {
  const size = Math.round(Math.min(progress.size / 2, Math.sqrt(progress.size * (dropped + 1))));
  const next = { ...staying(progress, found), size: Math.max(1, size), needed: progress.needed.union(found) };
  if (next.clear && next.undecided.size === next.failing.size - 1) return leaveOutBefore(next);
  return next.needed.size < neededBeforeDoubt ? leaveOut(next) : doubt(next);
}

/** The delta at the end can go neither alone nor with others. */
function keep(progress: Progress): DeltaSearch {
  const next = staying(progress, atEnd(progress.undecided, 1, progress));
  return leaveOut({ ...next, size: Math.max(minGroupAfterKept, Math.floor(progress.size / 2)) });
}

/** Continues at the other end if nothing could be left out at this one. */
function staying(progress: Progress, one: DeltaSet): Progress {
  const end = progress.moving ? progress.end : progress.end === "last" ? "first" : "last";
  const stays = progress.stays.union(one);
  return { ...progress, undecided: progress.undecided.minus(one), stays, end, moving: false };
}

/** Tries to leave out everything that the deltas that stay do not seem to need. */
function guess(progress: Progress, related: Related): DeltaSearch {
  const next = { ...progress, guessAt: 2 * progress.stays.size };
  const rest = progress.undecided.minus(related(progress.stays));
  if (2 * rest.size < progress.undecided.size) return leaveOut(next);
  return without(next, rest, {
    fail: (less) => leaveOut({ ...less, size: Math.ceil(less.undecided.size / 2) }),
    pass: () => leaveOut(next),
    unresolved: leaveOut,
  });
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
        fail: (less) => narrow({ ...less, end: "first", size: less.undecided.size }, less.undecided),
        pass: () => leaveOut(progress),
        unresolved: leaveOut,
      }),
    unresolved: leaveOut,
  });
}

/** Each of these deltas was found to be needed. If some can go together after all, starts again without trusting `pass`. */
function doubt(progress: Progress, count = 4): DeltaSearch {
  const sure = { ...progress, needed: DeltaSet.empty };
  return without(progress, progress.needed.slice(0, count), {
    fail: (less) => sweep(less.failing, { ...less, trusting: false }),
    pass: () => (count > 2 ? doubt(progress, count / 2) : leaveOut(sure)),
    unresolved: (same) => (count > 2 ? doubt(same, count / 2) : leaveOut({ ...sure, clear: false })),
  });
}

function finish(progress: Progress): DeltaSearch {
  const { from, failing, clear, proving } = progress;
  if (!clear && 2 * failing.size <= from) return sweep(failing, progress);
  return proving ? oneMinimal(failing) : done(failing);
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
    if (outcome === "pass" && trusting) return cases.pass();
    if (outcome !== "fail") return cases.unresolved({ ...progress, clear: false });
    return cases.fail({ ...progress, failing: rest, undecided: undecided.minus(group), moving: true });
  });
}

/** `size` deltas of a set, from the end at which the search works. */
function atEnd(set: DeltaSet, size: number, { end }: Progress): DeltaSet {
  return end === "last" ? set.slice(set.size - size) : set.slice(0, size);
}
