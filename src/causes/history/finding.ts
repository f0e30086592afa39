import type { Finding } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";

/** What `culprit history` found. */
export interface HistoryFinding extends Finding {
  /** The way back over the versions. */
  readonly history?: WayBack;
}

/** A version that was tested on the way back. */
export interface VersionSeen {
  /** How many versions back. */
  readonly version: number;
  /** None: the working tree. */
  readonly commit?: string;
  readonly outcome: Outcome;
  /** What it shows instead of the failure. */
  readonly shows?: string;
  /** The numbers of the cures that it carried. */
  readonly carried: readonly number[];
  /** Files in which something could not be carried over. */
  readonly conflicts?: readonly string[];
  /** The number of the walk. */
  readonly walk: number;
}

/** A walk back with the same cures all the way. */
export interface HistoryWalk {
  readonly number: number;
  readonly branch: number;
  /** How many versions back it began, and the oldest one it saw fail. */
  readonly start: number;
  readonly failing: number;
  /** Where it ended: at a version that passes, or at one that shows something else. */
  readonly passing?: number;
  readonly masked?: number;
  /** The numbers of the cures. */
  readonly carried: readonly number[];
}

/** A patch that makes older versions show the failure in the place of something else. */
export interface CureEntry {
  readonly number: number;
  /** What they show without it; none: the user gave it. */
  readonly cures?: string;
  /** How many versions back it was needed first. */
  readonly version: number;
  readonly changes: number;
  /** The commit that it is a part of. */
  readonly commit?: string;
  readonly author?: string;
  readonly date?: string;
  readonly subject?: string;
  readonly branch: number;
  /** Part of the answer; its patch. */
  readonly file?: string;
}

/** One way back, where there were several to cure an older defect. */
export interface HistoryBranch {
  readonly number: number;
  readonly from?: { readonly branch: number; readonly version: number };
  readonly ended: "passed" | "oldest" | "stopped" | "not followed";
}

/** How the search for a version that passes went. */
export interface WayBack {
  /** How many versions there are on the way back. */
  readonly versions: number;
  readonly seen: readonly VersionSeen[];
  readonly walks: readonly HistoryWalk[];
  readonly cures: readonly CureEntry[];
  readonly branches: readonly HistoryBranch[];
  /** The oldest version that fails, with the cures; how many versions back. */
  readonly oldest: { readonly version: number; readonly commit?: string };
  /** The two worlds, and the commands that make them. */
  readonly passing?: { readonly commit: string; readonly command: string };
  readonly failing?: { readonly commit?: string; readonly command: string };
}
