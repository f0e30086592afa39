import type { MaskKind } from "./flaws.ts";

/** Something that is wrong for a time; commits are ids of the first-parent line. */
export interface Mask {
  readonly kind: MaskKind;
  /** The commit that brought it; nothing: it is there from the root on. */
  readonly since: string | undefined;
  readonly cured: string;
  /** Upon the version before the cure, all that was cured later: this mask is what shows. */
  readonly alone: string;
}

export interface History {
  readonly folder: string;
  readonly test: readonly string[];
  /** The command that is to be run before the test. */
  readonly build?: string;
  /** Commits on the first-parent line. */
  readonly versions: number;
  /** What the error says. */
  readonly failure: string;
  /** The version that brought the defect, and the commit within if that is a merge. */
  readonly culprit: { readonly commit: string; readonly subject: string; readonly within?: string };
  /** The version before it. */
  readonly before: string;
  /** The one that is cured last comes first: so they are met on the way back. */
  readonly masks: readonly Mask[];
  /** Runs of versions that cannot be tested, and heal. */
  readonly stretches: readonly Omit<Mask, "alone">[];
  /** The cures, one commit each in the order of the masks, upon `before`, which then passes, and upon the culprit. */
  readonly cures: { readonly before: readonly string[]; readonly culprit: readonly string[] };
}

export interface HistoryOptions {
  readonly seed: number;
  /** On the first-parent line. */
  readonly commits: number;
  readonly masks: number;
  /** Of which kinds the masks may be: all, unless told. */
  readonly kinds?: readonly MaskKind[];
  /** How many files get another name, and how many functions another file: none to two, unless told. */
  readonly renames?: number;
  readonly moves?: number;
  /** How many runs of versions cannot be tested: none, unless told. */
  readonly stretches?: number;
  /** A part of the versions are merges, some of which cross. */
  readonly merges?: boolean;
  /** Which version brings the defect, counted from the root, 0. */
  readonly culprit?: number;
}
