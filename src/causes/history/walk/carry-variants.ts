import { stopName, type WalkStop } from "../../../search/walk-back.ts";
import type { Favour } from "../../../world/merge/merge-texts.ts";
import { type CarriedSeries, carrySeries, type PatchSeries, topTree } from "../patches/patch-series.ts";
import type { VersionHistory } from "./version-history.ts";

/** The patches of a walk on each version, in one or more variants. */
export interface CarryVariants {
  readonly carriedTo: (stop: WalkStop) => CarriedSeries;
  /** The variants of the patches on a version, carried there from a stop. */
  readonly variantsAt: (version: number, from: WalkStop) => readonly CarriedSeries[];
}

/** The versions to which patches can be carried. */
type CarryTargets = Pick<VersionHistory, "treeOf" | "commitAt" | "merge">;

/** The stop at which the version wins where it conflicts with the patches. */
export function favourVersion(version: number, from: WalkStop): WalkStop {
  return { version, from, variant: versionWins };
}

const versionWins = -1;

/**
 * Three ways to carry patches to an older version. First the patch wins over a version with a different text: it was
 * needed. If that does not help, the version wins. Last comes the patch as it was where the walk began, since a version in
 * between may not have had the defect that it cures. Variants with the same result count once.
 */
export function carryVariants(history: CarryTargets, series: PatchSeries): CarryVariants {
  const begin: CarriedSeries = { ...series, conflicts: [] };
  const known = new Map<string, readonly CarriedSeries[]>();
  const carryTo = (version: number, base: CarriedSeries, favour: Favour) =>
    carrySeries(base, history.treeOf(history.commitAt(version)), { merge: history.merge, favour });
  const carriedTo = ({ version, from, variant }: WalkStop): CarriedSeries => {
    if (!from) return begin;
    return variant === versionWins ? carryTo(version, carriedTo(from), "ours") : variantsAt(version, from)[variant]!;
  };
  const variantsAt = (version: number, from: WalkStop): readonly CarriedSeries[] => {
    const key = `${version} ${stopName(from)}`;
    const variants = known.get(key) ?? distinct(allVariants(version, from));
    known.set(key, variants);
    return variants;
  };
  const allVariants = (version: number, from: WalkStop): CarriedSeries[] => {
    const patchWins = carryTo(version, carriedTo(from), "theirs");
    const other = patchWins.conflicts.length === 0 ? [] : [carriedTo(favourVersion(version, from))];
    return [patchWins, ...other, ...(from.from ? [carryTo(version, begin, "theirs")] : [])];
  };
  return { carriedTo, variantsAt };
}

function distinct(variants: readonly CarriedSeries[]): CarriedSeries[] {
  const trees = variants.map(topTree);
  return variants.filter((_, i) => trees.indexOf(trees[i]!) === i);
}
