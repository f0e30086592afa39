import type { Favour } from "../../../world/merge/merge-texts.ts";

/** A patch that is carried along: what makes an older version show the failure in the place of something else. */
export interface Cure {
  readonly number: number;
  /** What older versions show without it; undefined: the user gave it. */
  readonly cures?: string;
  /** The commit that it is a part of, as far as it is of one. */
  readonly commit?: string;
  /** The version for which it was needed first. */
  readonly at: string;
  /** How many versions back that is. */
  readonly version: number;
  /** Of how many changes it is. */
  readonly changes: number;
}

/** Patches on one version: the first tree is the version itself, each further one has one more patch. Names in git. */
export interface Series {
  readonly trees: readonly string[];
  readonly cures: readonly Cure[];
}

/** Patches as they are on an older version. */
export interface Carried extends Series {
  /** Files in which something could not be carried over, since the version has another text there. */
  readonly conflicts: readonly string[];
}

/** Merges what leads from `base` to `theirs` into `ours`. */
export type Merge = (
  base: string,
  ours: string,
  theirs: string,
  favour: Favour,
) => { readonly tree: string; readonly conflicts: readonly string[] };

/** The whole: the version with all patches. */
export function topOf({ trees }: Series): string {
  return trees.at(-1)!;
}

/** Carries patches to another version, one after the other; some can be left behind. */
export function carry(
  { trees, cures }: Series,
  to: string,
  { merge, favour, without = [] }: { merge: Merge; favour: Favour; without?: readonly Cure[] },
): Carried {
  const carried = [to];
  const conflicts = new Set<string>();
  const kept = cures.filter((cure, i) => {
    if (without.includes(cure)) return false;
    const merged = merge(trees[i]!, carried.at(-1)!, trees[i + 1]!, favour);
    for (const path of merged.conflicts) conflicts.add(path);
    carried.push(merged.tree);
    return true;
  });
  return { trees: carried, cures: kept, conflicts: [...conflicts] };
}

/** The same without patches that do nothing here. */
export function effective({ trees, cures }: Series): Series {
  const kept = cures.map((_, i) => trees[i] !== trees[i + 1]);
  return { trees: trees.filter((_, i) => i === 0 || kept[i - 1]), cures: cures.filter((_, i) => kept[i]) };
}
