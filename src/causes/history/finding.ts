import type { Finding } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";

/** What `culprit history` found. */
export interface HistoryFinding extends Finding {
  /** How the walk back over the versions went. */
  readonly history?: WayBack;
}

/** A version that was tested on the way back. */
export interface VersionSeen {
  /** How many versions back. */
  readonly version: number;
  /** Undefined for the working tree. */
  readonly commit?: string;
  readonly outcome: Outcome;
  /** What it shows instead of the failure. */
  readonly shows?: string;
  /** The numbers of the patches that it carried. */
  readonly carried: readonly number[];
  /** Files in which a patch conflicted with the text of the version. */
  readonly conflicts?: readonly string[];
  /** The number of the walk. */
  readonly walk: number;
}

/** A walk back with the same patches on every version. */
export interface HistoryWalk {
  readonly number: number;
  readonly branch: number;
  /** How many versions back it began, and the oldest one it saw fail. */
  readonly start: number;
  readonly failing: number;
  /** Where it ended: at a version that passes, or at one that shows something else. */
  readonly passing?: number;
  readonly masked?: number;
  /** The numbers of the patches. */
  readonly carried: readonly number[];
}

/** A patch that makes older versions show the failure instead of an older defect. */
export interface CureEntry {
  readonly number: number;
  /** What they show without it; undefined: the user gave it. */
  readonly cures?: string;
  /** How many versions back the newest version is that needs it. */
  readonly version: number;
  readonly changes: number;
  /** The commit that it is a part of. */
  readonly commit?: string;
  readonly author?: string;
  readonly date?: string;
  readonly subject?: string;
  readonly branch: number;
  /** The file with the patch, if it is part of the answer. */
  readonly file?: string;
}

/** One of the ways back, if there were several ways to cure an older defect. */
export interface HistoryBranch {
  readonly number: number;
  readonly from?: { readonly branch: number; readonly version: number };
  readonly ended: "passed" | "oldest" | "stopped" | "not followed";
}

/** How the search for a version that passes went. */
export interface WayBack {
  /** How many versions there are to walk back over. */
  readonly versions: number;
  readonly seen: readonly VersionSeen[];
  readonly walks: readonly HistoryWalk[];
  readonly cures: readonly CureEntry[];
  readonly branches: readonly HistoryBranch[];
  /** The oldest version that fails, with its patches. */
  readonly oldest: { readonly version: number; readonly commit?: string };
  /** The two versions of the answer, and the commands that check them out. */
  readonly passing?: { readonly commit: string; readonly command: string };
  readonly failing?: { readonly commit?: string; readonly command: string };
}
