import type { Run } from "../../run/run.ts";
import type { VersionPair } from "../worlds/version-pair.ts";
import type { TreeEnd } from "./settle-trees.ts";

/** One end of a search among versions. Its trees may have packages of their own. */
export interface VersionEnd extends TreeEnd {
  readonly worlds: VersionPair;
  /** Its trees have the packages of its own lockfile, not those installed in the user's folder. */
  readonly ownPackages?: boolean;
}

/** What it takes to settle the ends of a search among versions. */
export interface Settling {
  readonly run: Run;
  readonly pair: VersionPair;
  readonly ends: (pair: VersionPair) => { readonly failing: VersionEnd; readonly other: VersionEnd };
  readonly hasBuild: boolean;
  /** Whether the other end has to pass. */
  readonly needsPassing: boolean;
  /** Whether each end is run only once, so that chance and leftovers do not show. */
  readonly runOnce: boolean;
  /** Lockfiles that differ, although every tree has the packages that are installed here. */
  readonly lockfiles: readonly string[];
  /** What both versions may lack or have in common, because of the kind of repository. */
  readonly caveats: readonly string[];
}

/** Which files that git ignores trees should be made without, and why. */
export interface BuiltFilesInTheWay {
  readonly without: readonly string[];
  readonly note: string;
}
