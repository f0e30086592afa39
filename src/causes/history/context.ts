import type { VersionsTask } from "../../versions/context.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { Version } from "../../world/tree/version.ts";
import type { HistoryBranch, HistoryWalk, VersionSeen } from "./finding.ts";
import type { Carried, Cure, Series } from "./patches/patch-series.ts";
import type { HistoryRequest } from "./request.ts";
import type { Past } from "./walk/version-history.ts";

/** A walk back through the history at work. */
export interface HistoryTask extends VersionsTask {
  readonly asked: HistoryRequest;
  readonly past: Past;
  /** Every version that was tested, in order. */
  readonly seen: VersionSeen[];
  readonly walks: HistoryWalk[];
  readonly branches: Branch[];
  /** The defects that were met and cured. */
  readonly masks: Mask[];
  /** Every cure that was found, also those of ways that led nowhere. */
  readonly cures: FoundCure[];
  /** The version for which the carried patches that are on disk are made. */
  saved?: number;
}

/** A version behind which the failure is hidden, and what there is to cure it. */
export interface Mask {
  /** How many versions back. */
  readonly masked: number;
  readonly version: Version;
  /** The patches on it, so far. */
  readonly older: Carried;
  /** What it shows in the place of the failure. */
  readonly shows: string;
  /** What the next newer version has otherwise, and the commit that changed it. */
  readonly changes: Changes;
  readonly commit: string | undefined;
  readonly branch: number;
  /** The patch that cures it was tried with all of these. */
  wasWhole: boolean;
}

export interface FoundCure {
  readonly cure: Cure;
  /** The number of the branch that carries it. */
  readonly branch: number;
}

/** A way back: where it goes on from, and with which patches. */
export interface Branch {
  readonly number: number;
  /** The branch that it leaves, and at which version. */
  readonly from?: { readonly branch: number; readonly version: number };
  /** The version from which it goes on, which fails with the patches. */
  start: number;
  series: Series;
  ended: HistoryBranch["ended"];
}

const trees = new WeakMap<Version, Tree>();

/** The world of a version. */
export function worldOf({ setting }: HistoryTask, version: Version) {
  const tree = trees.get(version) ?? treeOf(setting, version);
  trees.set(version, tree);
  return setting.world(tree);
}
