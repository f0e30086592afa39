import type { WalkStop } from "../../../search/walk-back.ts";
import type { Branch, HistoryTask } from "../context.ts";
import { cureAt, fork } from "../cures/cure-masked-version.ts";
import { type Cure, carry, type Series } from "../patches/patch-series.ts";
import { type Walked, walk } from "./walk.ts";

/** A version that passes, and a newer one that fails, both with patches. */
export interface Ends {
  readonly passing: End;
  readonly failing: End;
  /** The patches on any version between them; undefined: the one that passes needs one that no other has. */
  readonly seriesAt?: (commit: string | undefined, without?: readonly Cure[]) => Series;
}

export interface End {
  readonly series: Series;
  readonly commit: string | undefined;
}

/** Follows the ways back, the one with the least to carry first, until a version passes; undefined: none did. */
export async function walkBranches(task: HistoryTask, onCarried: (branch: Branch) => void): Promise<Ends | undefined> {
  for (;;) {
    const branch = nextBranch(task);
    if (!branch) return undefined;
    branch.ended = "stopped";
    const ends = await follow(task, branch, onCarried);
    if (ends) branch.ended = "passed";
    if (ends || branch.ended === "stopped") return ends;
  }
}

function nextBranch(task: HistoryTask): Branch | undefined {
  const open = () => task.branches.filter(({ ended }) => ended === "not followed");
  if (task.branches.length - open().length >= task.asked.branches) return undefined;
  if (open().length === 0) carryMore(task);
  return open().sort((a, b) => load(a) - load(b))[0];
}

function load({ series }: Branch): number {
  return series.cures.reduce((sum, { changes }) => sum + changes, 0);
}

/**
 * A patch that is no larger than needed to show the failure may be too small to ever pass: half a function fails as the
 * whole one does. So where all ways led to the oldest version, the last defect is cured with all that was changed there.
 */
function carryMore(task: HistoryTask): void {
  const mask = task.masks.findLast(({ wasWhole }) => !wasWhole);
  if (!mask) return;
  mask.wasWhole = true;
  fork(task, mask, mask.changes.all);
}

async function follow(
  task: HistoryTask,
  branch: Branch,
  onCarried: (branch: Branch) => void,
): Promise<Ends | undefined> {
  for (;;) {
    const walked = await walk(task, branch);
    if (!walked.complete) return undefined;
    const { masked, passing } = walked;
    const failing = endOf(task, walked, walked.failing);
    if (passing) return { passing: endOf(task, walked, passing), failing, seriesAt: seriesFrom(task, failing) };
    if (masked === undefined) {
      branch.ended = "oldest";
      return undefined;
    }
    const cured = await cureAt(task, branch, { ...walked, masked });
    if (cured) return { passing: { series: cured.passing, commit: task.past.commitAt(masked) }, failing };
    if (branch.start !== masked) return undefined;
    onCarried(branch);
  }
}

function endOf({ past }: HistoryTask, { carriedTo }: Walked, stop: WalkStop): End {
  return { series: carriedTo(stop), commit: past.commitAt(stop.version) };
}

function seriesFrom({ past }: HistoryTask, { series }: End): NonNullable<Ends["seriesAt"]> {
  return (commit, without = []) => carry(series, past.treeOf(commit), { merge: past.merge, favour: "theirs", without });
}
