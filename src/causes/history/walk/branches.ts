import type { WalkStop } from "../../../search/walk-back.ts";
import type { Branch, HistoryContext } from "../context.ts";
import { addBranch, cureMaskedVersion } from "../cures/cure-masked-version.ts";
import { type Cure, carrySeries, type PatchedVersion, type PatchSeries } from "../patches/patch-series.ts";
import { type BranchWalk, walk } from "./walk.ts";

/** A version that passes, and a newer one that fails, both with patches. */
export interface PatchedEnds {
  readonly passing: PatchedVersion;
  readonly failing: PatchedVersion;
  /** The patches on any version between them; undefined if the passing version needs a patch that no other has. */
  readonly seriesAt?: (commit: string | undefined, without?: readonly Cure[]) => PatchSeries;
}

/** Follows the branches, the one with the least to carry first, until a version passes; undefined if none does. */
export async function walkBranches(
  context: HistoryContext,
  onCarried: (branch: Branch) => void,
): Promise<PatchedEnds | undefined> {
  for (;;) {
    const branch = nextBranch(context);
    if (!branch) return undefined;
    branch.ended = "stopped";
    const ends = await followBranch(context, branch, onCarried);
    if (ends) branch.ended = "passed";
    if (ends || branch.ended === "stopped") return ends;
  }
}

function nextBranch(context: HistoryContext): Branch | undefined {
  const open = () => context.branches.filter(({ ended }) => ended === "not followed");
  if (context.branches.length - open().length >= context.historyRequest.branches) return undefined;
  if (open().length === 0) carryAllChanges(context);
  return open().sort((a, b) => changesCarried(a) - changesCarried(b))[0];
}

function changesCarried({ series }: Branch): number {
  return series.cures.reduce((sum, { changes }) => sum + changes, 0);
}

/**
 * A patch that is just large enough to show the failure may be too small for any version to pass: half a function fails as
 * the whole one does. So once every branch has reached the oldest version, one more cures the last defect with all changes.
 */
function carryAllChanges(context: HistoryContext): void {
  const masked = context.masked.findLast(({ triedAllChanges }) => !triedAllChanges);
  if (!masked) return;
  masked.triedAllChanges = true;
  addBranch(context, masked, masked.allChanges());
}

async function followBranch(
  context: HistoryContext,
  branch: Branch,
  onCarried: (branch: Branch) => void,
): Promise<PatchedEnds | undefined> {
  const { history } = context;
  for (;;) {
    const walked = await walk(context, branch);
    if (!walked.complete) return undefined;
    const { masked, passing } = walked;
    const failing = versionAt(context, walked, walked.failing);
    if (passing)
      return { passing: versionAt(context, walked, passing), failing, seriesAt: seriesFrom(context, failing) };
    if (masked === undefined) {
      branch.ended = "oldest";
      return undefined;
    }
    const passingSeries = await cureMaskedVersion(context, branch, { ...walked, masked });
    if (passingSeries) return { passing: { series: passingSeries, commit: history.commitAt(masked) }, failing };
    if (branch.start !== masked) return undefined;
    onCarried(branch);
  }
}

function versionAt({ history }: HistoryContext, { carriedTo }: BranchWalk, stop: WalkStop): PatchedVersion {
  return { series: carriedTo(stop), commit: history.commitAt(stop.version) };
}

function seriesFrom({ history }: HistoryContext, { series }: PatchedVersion): NonNullable<PatchedEnds["seriesAt"]> {
  const { merge } = history;
  return (commit, without = []) => carrySeries(series, history.treeOf(commit), { merge, favour: "theirs", without });
}
