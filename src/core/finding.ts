import type { CauseEntry } from "./cause-entry.ts";
import type { CauseTransition, ChainLink, OnTopOf } from "./chain.ts";
import type { Outcome } from "./outcome.ts";

export type { CauseEntry } from "./cause-entry.ts";

/** `exhausted`: the budget ended first; what is given was narrowed as far as it went. */
export type Verdict = "found" | "not-reproduced" | "exhausted" | "interrupted";

export interface TestCounts {
  /** Outcomes the search went by, each counted once; without the ends and confirmations. Independent of `--jobs`. */
  readonly needed: number;
  /** Every execution, those that became moot too. */
  readonly run: number;
  /** Answers that came from memory instead. */
  readonly cached: number;
  readonly pass: number;
  readonly fail: number;
  readonly unresolved: number;
}

/** An assumption of delta debugging that the run saw to be broken. */
export interface BrokenAssumption {
  readonly assumption: "monotone" | "unambiguous" | "resolved" | "consistent";
  /** What was seen, as a sentence. */
  readonly seen: string;
}

/** A failure met on the way that is not the one searched for. */
export interface OtherFailure {
  /** How it is recognised, for people. */
  readonly failure: string;
  /** How many candidates failed so, and were not taken for the failure. */
  readonly count: number;
  /** The smallest of them. */
  readonly file?: string;
}

/** One difference and one search of a run. */
export interface StageSummary {
  readonly name: string;
  readonly search: string;
  readonly deltas: { readonly total: number; readonly cause: number };
  readonly needed: number;
}

/** A stretch in which one lane ran: a thread, or an event. */
export interface InterleavingRow {
  readonly lane: string;
  /** The lane's own count of steps at its end. */
  readonly count: number;
  readonly from: string;
  readonly to: string;
}

export interface Interleaving {
  readonly lanes: readonly string[];
  readonly rows: readonly InterleavingRow[];
}

/** A version that was tested on the way back. */
export interface VersionSeen {
  /** How many versions back. */
  readonly version: number;
  /** None: the working tree. */
  readonly commit?: string;
  readonly outcome: Outcome;
  /** What it shows in the place of the failure. */
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
export interface HistoryFinding {
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

/** What a run found: what `--json` prints. Fields are added, never renamed. */
export interface Finding {
  readonly kind: string;
  readonly verdict: Verdict;
  readonly search: string;
  readonly tests: TestCounts;
  /** Of the last stage. */
  readonly deltas: { readonly total: number; readonly cause: number };
  /** Proved, relative to `by`: no single delta can be left out (simplify) or moved (isolate). */
  readonly minimal: boolean;
  /** Into what the world was cut in the last stage: bytes, characters, lines, edits. */
  readonly by: string;
  readonly cause: readonly CauseEntry[];
  /** Further causes that do not overlap the first, with `--causes`. */
  readonly causes: readonly (readonly CauseEntry[])[];
  readonly files: {
    readonly failing?: string;
    readonly passing?: string;
    readonly cause?: string;
    /** A patch that makes the failing version pass. */
    readonly fix?: string;
    /** A lockfile with as many upgrades as there can be while the test passes. */
    readonly good?: string;
    /** A folder with the carried patches, for `git am`. */
    readonly carried?: string;
  };
  /** Where the words of the test are what was narrowed: the test as it fails, and as it passes where a pair was sought. */
  readonly commands?: { readonly failing: readonly string[]; readonly passing?: readonly string[] };
  /** The upgrades that such a lockfile does without. */
  readonly heldBack?: readonly CauseEntry[];
  /** With `--deeper`: which changes between their two versions make the difference inside the packages found. */
  readonly deeper?: {
    readonly packages: readonly string[];
    readonly deltas: { readonly total: number; readonly cause: number };
    readonly minimal: boolean;
    readonly cause: readonly CauseEntry[];
  };
  /** With `state`: the causes at one place after the other, from the beginning of the program on. */
  readonly chain?: readonly ChainLink[];
  /** It is the cause only where other values are those of the failing run as well. */
  readonly onTopOf?: OnTopOf;
  /** Lines at which the cause moves from one variable to another: likely places of the defect. */
  readonly transitions?: readonly CauseTransition[];
  /** With `schedule`: who ran when, in the run that fails and in the one that passes. */
  readonly schedules?: {
    /** How it comes out when nobody does anything: the cause is what makes it come out otherwise. */
    readonly byDefault: "fails" | "passes";
    /** How many schedules were tried to find one that comes out otherwise. */
    readonly tried: number;
    readonly failing: Interleaving;
    readonly passing: Interleaving;
    /** The commands that replay them. */
    readonly commands: { readonly failing: string; readonly passing: string };
  };
  /** With `history`: the way back over the versions. */
  readonly history?: HistoryFinding;
  readonly run: string;
  readonly seconds: number;
  /** How the failure is recognised, for people. */
  readonly failure?: string;
  readonly assumptions: readonly BrokenAssumption[];
  readonly stages: readonly StageSummary[];
  /** Candidates that failed in other ways were refused: which ways, the most frequent first. */
  readonly otherFailures?: readonly OtherFailure[];
  /** What else was learned about the cause, as sentences. */
  readonly notes?: readonly string[];
  /** Why there is no cause, for people, when there is none. */
  readonly reason?: string;
}

/** One line of a run's step table. */
export interface StepRow {
  readonly step: number;
  readonly stage: string;
  /** The canonical text of the tested set, cut where long. */
  readonly set: string;
  readonly size: number;
  readonly outcome: Outcome;
  /** Sizes after the step; `passing` only where a passing set is narrowed too. */
  readonly failing: number;
  readonly passing?: number;
  readonly milliseconds?: number;
  /** What the test did: exit 3, SIGSEGV, timed out. */
  readonly ended?: string;
}

/** A stretch of the failing world as people see it, with the cause marked. */
export interface Excerpt {
  readonly file?: string;
  readonly line?: number;
  readonly pieces: readonly { readonly text: string; readonly cause: boolean }[];
}

/** A line of one of two worlds, with what the other has not marked. */
export interface ComparedLine {
  readonly line: number;
  readonly pieces: Excerpt["pieces"];
}

/** Two lines side by side; one of them may be missing. Or so many that both have are folded. */
export interface ComparedRow {
  readonly passing?: ComparedLine;
  readonly failing?: ComparedLine;
  readonly folded?: number;
}

/** The passing and the failing half of a minimal pair, line by line, around what differs. */
export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** How many rows with differences are not shown. */
  readonly left: number;
}

/** Everything a report draws on. */
export interface Story {
  readonly finding: Finding;
  /** The test's words. */
  readonly test: readonly string[];
  readonly started: string;
  readonly excerpts: readonly Excerpt[];
  /** Where a minimal pair of texts was found. */
  readonly comparison?: Comparison;
  readonly steps: readonly StepRow[];
  readonly version: string;
}
