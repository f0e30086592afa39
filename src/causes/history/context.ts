import type { World } from "../../trial/laboratory.ts";
import type { VersionsContext } from "../../versions/context.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { Version } from "../../world/tree/version.ts";
import type { HistoryBranch, HistoryWalk, VersionSeen } from "./finding.ts";
import type { Cure, CurePart, PatchSeries } from "./patches/patch-series.ts";
import type { HistoryRequest } from "./request.ts";
import type { VersionHistory } from "./walk/version-history.ts";

/** What every step of `culprit history` needs, and what they have learned so far. */
export interface HistoryContext extends VersionsContext {
  readonly historyRequest: HistoryRequest;
  readonly history: VersionHistory;
  /** Every version that was tested, in order. */
  readonly seen: VersionSeen[];
  readonly walks: HistoryWalk[];
  readonly branches: Branch[];
  /** The masked versions that were cured. */
  readonly masked: MaskedVersion[];
  /** Every cure that was found, including those of branches that led nowhere. */
  readonly cures: FoundCure[];
  /** The version that the carried patches on disk are for. */
  saved?: number;
}

/** A version in which an older defect hides the failure. */
export interface MaskedVersion {
  readonly versionsBack: number;
  /** The patches that it carries already. */
  readonly series: PatchSeries;
  /** What it shows instead of the failure. */
  readonly shows: string;
  readonly branch: number;
  /** All changes to the next newer version, as a cure. */
  readonly allChanges: () => readonly CurePart[];
  /** Whether they were tried. */
  triedAllChanges: boolean;
}

export interface FoundCure {
  readonly cure: Cure;
  /** The number of the branch that carries it. */
  readonly branch: number;
}

/** One of several ways back, with its patches. */
export interface Branch {
  readonly number: number;
  /** The branch that it forked from, and at which version. */
  readonly from?: { readonly branch: number; readonly version: number };
  /** The version from which it continues, which fails with the patches. */
  start: number;
  series: PatchSeries;
  ended: HistoryBranch["ended"];
}

const trees = new WeakMap<Version, Tree>();

export function versionWorld(context: HistoryContext, version: Version): World {
  return context.pair.world(versionTree(context, version));
}

export function versionTree({ pair }: HistoryContext, version: Version): Tree {
  const tree = trees.get(version) ?? treeOf(pair, version);
  trees.set(version, tree);
  return tree;
}
