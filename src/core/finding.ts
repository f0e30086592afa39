import type { Outcome } from "./outcome.ts";

/** `exhausted`: the budget ended first; what is given was narrowed as far as it went. */
export type Verdict = "found" | "not-reproduced" | "exhausted" | "interrupted";

export interface TestCounts {
  /** Outcomes the search went by, each counted once; without the ends and confirmations. Independent of `--jobs`. */
  readonly needed: number;
  /** Every execution, those that became moot too. */
  readonly run: number;
  /** The executions that ran the ends. */
  readonly ends?: number;
  /** Executions of tests that were started ahead of need, and whose outcomes were not needed in the end. */
  readonly ahead?: number;
  /** Executions that confirmed what was found. */
  readonly confirming?: number;
  /** Answers that came from memory instead. */
  readonly cached: number;
  readonly pass: number;
  readonly fail: number;
  readonly unresolved: number;
}

/** One run of adjacent deltas of the cause. */
export interface CauseEntry {
  readonly text?: string;
  /** Instead of `text` where the bytes are not UTF-8. */
  readonly base64?: string;
  readonly file?: string;
  readonly line?: number;
  /** The thread, or the event, that is meant. */
  readonly thread?: string;
  /** The thread that runs meanwhile, or the event that comes after it. */
  readonly against?: string;
  /** The variable of the environment, or of the program, whose values `old` and `new` are; one that is not set has none. */
  readonly variable?: string;
  /** Where the program was stopped when the variable had those values. */
  readonly place?: string;
  /** The function or the file in which the variable lives. */
  readonly scope?: string;
  /** Another variable of the same name differs there too: only its scope tells it apart. */
  readonly alike?: true;
  /** The package whose versions `old` and `new` are; one that is added has no old one, one that is removed no new one. */
  readonly package?: string;
  /** The upgraded packages, with their versions, that do not accept what was there before. */
  readonly broughtBy?: readonly string[];
  /** Isolating between two worlds: what the passing one has there, and the failing one. */
  readonly old?: string;
  readonly new?: string;
  /** What kind of change it is, where it is not an edit of a text: added, deleted, replaced, renamed, mode. */
  readonly change?: string;
  /** Not what makes the difference, but what that needs to be there at all. */
  readonly context?: true;
  /** The commit that brought it. */
  readonly commit?: string;
  readonly author?: string;
  readonly date?: string;
  readonly subject?: string;
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

/** A patch that a run wrote. */
export interface PatchEntry {
  /** Its name in `files`, which has the first of several with one name. */
  readonly name: "cause" | "fix" | "causeOnOld" | "fixOnNew" | "goodPatch";
  readonly file: string;
  /** The version that it applies to, for people: OLD, NEW, or one in between. */
  readonly base: string;
  /** What the test did with it in a new tree; not confirmed: it did something else there, or was not run. */
  readonly effect: "fails" | "passes" | "not confirmed";
}

/** One difference and one search of a run. */
export interface StageSummary {
  readonly name: string;
  readonly search: string;
  readonly deltas: { readonly total: number; readonly cause: number };
  readonly needed: number;
}

/**
 * What a run found: what `--json` prints. Fields are added, never renamed. This is what all kinds of runs have in common; an
 * application extends it by what is its own.
 */
export interface Finding {
  /** The application that found it. */
  readonly kind: string;
  readonly verdict: Verdict;
  /** Whether `cause` is what the failure needs (`simplify`), or the difference between passing and failing (`isolate`). */
  readonly goal: "simplify" | "isolate";
  readonly search: string;
  readonly tests: TestCounts;
  /** Of the last stage. */
  readonly deltas: { readonly total: number; readonly cause: number };
  /** Proved, relative to `by`: no single delta can be left out (simplify) or moved (isolate). */
  readonly minimal: boolean;
  /** Into what the world was cut in the last stage: bytes, characters, lines, edits. */
  readonly by: string;
  /** How many deltas of the cause are larger than what `by` says, because they were not cut. */
  readonly uncut?: number;
  readonly cause: readonly CauseEntry[];
  /** Further causes that do not overlap the first, with `--causes`; further packages that break the test, with `--keep-good`. */
  readonly causes: readonly (readonly CauseEntry[])[];
  readonly files: {
    readonly failing?: string;
    readonly passing?: string;
    readonly cause?: string;
    /** A patch that makes the failing version pass. */
    readonly fix?: string;
    /** The patch of the cause for the version that the user named, if that is an older one. */
    readonly causeOnOld?: string;
    /** A patch that makes the version pass that the user named, if that is a newer one. */
    readonly fixOnNew?: string;
    /** A lockfile with as many upgrades as there can be while the test passes. */
    readonly good?: string;
    /** The same as a patch, with what the manifest must have for it. */
    readonly goodPatch?: string;
    /** The search among commits, for `git bisect replay`. */
    readonly bisect?: string;
    /** A folder with the carried patches, for `git am`. */
    readonly carried?: string;
  };
  /** What the patches among the files apply to. */
  readonly patches?: readonly PatchEntry[];
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

/** An excerpt of the failing world as people see it, with the cause marked. */
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
export interface Story<F extends Finding = Finding> {
  readonly finding: F;
  /** The test's words. */
  readonly test: readonly string[];
  readonly started: string;
  readonly excerpts: readonly Excerpt[];
  /** Where a minimal pair of texts was found. */
  readonly comparison?: Comparison;
  readonly steps: readonly StepRow[];
  readonly version: string;
  /** Undefined: the lines that the cause names are those of the newest version. */
  readonly linesOf?: LinesOf;
}

/** The commit whose lines a cause names, where a newer version was asked about. */
export interface LinesOf {
  readonly commit: string;
  /** Undefined: the working tree. */
  readonly newest?: string;
}
