import type { Favour } from "../../../world/merge/merge-texts.ts";
import type { Merged, Merging } from "../../../world/merge/merge-trees.ts";

/** A patch that older versions carry, so that they show the failure instead of an older defect. */
export interface Cure {
  readonly number: number;
  /** What older versions show without it; undefined: the user gave it. */
  readonly cures?: string;
  /** The commit that the patch is a part of; undefined if it comes from the working tree or the user. */
  readonly commit?: string;
  /** The name of the newest version that needs it. */
  readonly at: string;
  /** How many versions back that is. */
  readonly version: number;
  /** How many changes it consists of. */
  readonly changes: number;
}

/** Patches on one version: the first tree is the bare version, each other one has one more patch. Trees are git hashes. */
export interface PatchSeries {
  readonly trees: readonly string[];
  readonly cures: readonly Cure[];
}

/** A version with patches on it; the working tree has no commit. */
export interface PatchedVersion {
  readonly series: PatchSeries;
  readonly commit: string | undefined;
}

/** A patch to be: the tree that it makes of a version, upon the patches before it. */
export interface CurePart {
  readonly tree: string;
  /** How many changes it consists of. */
  readonly changes: number;
  /** The commit that made them. */
  readonly commit: string | undefined;
}

/** Patches that were carried to an older version. */
export interface CarriedSeries extends PatchSeries {
  /** Files in which a patch conflicted with the text of the version. */
  readonly conflicts: readonly string[];
}

/** Merges trees; `favour` says which text to keep where both sides changed it. */
export type MergeTrees = (trees: Merging, favour: Favour) => Merged;

export interface CarryOptions {
  readonly merge: MergeTrees;
  /** Which text to keep where a patch and the version conflict: the patch is `theirs`. */
  readonly favour: Favour;
  /** Patches to leave behind. */
  readonly without?: readonly Cure[];
}

/** The tree of the version with all patches. */
export function topTree({ trees }: PatchSeries): string {
  return trees.at(-1)!;
}

/** Carries patches to another version, one after the other. */
export function carrySeries(
  { trees, cures }: PatchSeries,
  to: string,
  { merge, favour, without = [] }: CarryOptions,
): CarriedSeries {
  const carried = [to];
  const conflicts = new Set<string>();
  const kept = cures.filter((cure, i) => {
    if (without.includes(cure)) return false;
    const merged = merge({ base: trees[i]!, ours: carried.at(-1)!, theirs: trees[i + 1]! }, favour);
    for (const path of merged.conflicts) conflicts.add(path);
    carried.push(merged.tree);
    return true;
  });
  return { trees: carried, cures: kept, conflicts: [...conflicts] };
}

/** The same series without patches that change nothing on this version. */
export function withoutEmptyPatches({ trees, cures }: PatchSeries): PatchSeries {
  const kept = cures.map((_, i) => trees[i] !== trees[i + 1]);
  return { trees: trees.filter((_, i) => i === 0 || kept[i - 1]), cures: cures.filter((_, i) => kept[i]) };
}
