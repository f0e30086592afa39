import type { DeltaSet } from "../../../core/delta-set.ts";
import type { Run } from "../../../run/run.ts";
import type { World } from "../../../trial/laboratory.ts";
import type { Changes } from "../../../world/changes/version-diff.ts";

/** Upgraded packages whose files can be compared: the changes between their two versions, and worlds with some of these. */
export interface OpenedPackages {
  /** The copies of a package are one. */
  readonly names: readonly string[];
  /** The upgrades of these packages. */
  readonly upgrades: DeltaSet;
  /** As in: qs 6.7.0, of the package that has a file at this path in `changes`. */
  readonly versionAt: (path: string, side: "old" | "new") => string;
  /** Whether other packages find the same copy of one of them: no patch can be applied to it without changing these. */
  readonly shared?: { readonly old: boolean; readonly new: boolean };
  readonly changes: Changes;
  readonly world: (edited: EditedPackages) => World;
  /** The same in a new folder that no test has used. */
  readonly freshWorld: (edited: EditedPackages) => World;
  /** Where a patch has a file that is at this path in `changes`. */
  readonly pathInPatch: (path: string) => string;
}

/** The upgrades of `base`, but of the files of the opened packages only the changes of `set`. */
export interface EditedPackages {
  readonly base: DeltaSet;
  readonly set: DeltaSet;
}

/** What a search inside packages needs of the manager that installed them. */
export interface InsideContext {
  readonly run: Run;
  /** All upgrades. */
  readonly all: DeltaSet;
  /** The packages among some upgrades that both sides have. */
  readonly namesIn: (causes: DeltaSet) => readonly string[];
  /** Opens these; a text says why that cannot be done. */
  readonly open: (causes: DeltaSet) => Promise<OpenedPackages | string>;
}
