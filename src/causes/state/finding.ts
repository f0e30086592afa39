import type { CauseEntry, Finding } from "../../core/finding.ts";
import type { SuspectLines } from "../../lines/finding.ts";
import type { MemoryPicture } from "./picture/memory-picture.ts";

/** What `culprit state` found. */
export interface StateFinding extends Finding, SuspectLines {
  /** The causes at one place after the other, from the start of the program on. */
  readonly chain?: readonly ChainLink[];
  /** Set where the cause has its effect only on top of other values of the failing run. */
  readonly onTopOf?: OnTopOf;
  /** The commands that were compared; not set where they ran in folders of their own. */
  readonly commands?: { readonly failing: string; readonly passing?: string };
  /** The passing test that culprit chose to compare with, where no passing command was given. */
  readonly partner?: PartnerEntry;
  /** Lines at which the cause moves from one variable to another: likely places of the defect. */
  readonly transitions?: readonly CauseTransition[];
  /** Where the defect may be, each line once, the strongest evidence first. */
  readonly places?: readonly RankedPlace[];
}

/** A line that may be the defect: what was shown there by changing its code, and by following the cause. */
export interface RankedPlace {
  readonly file: string;
  readonly line: number;
  /** The line as written. */
  readonly text?: string;
  /** The strongest one. */
  readonly evidence: PlaceEvidence;
  /** Its number in `suspects`, from 0, if a change there makes the failing run pass, or an error is raised there. */
  readonly suspect?: number;
  /** Numbers in `transitions`, from 0, the strongest first. */
  readonly transitions?: readonly number[];
}

/**
 * `change`: a change there makes the failing run pass, and leaves all passing runs as they are. `partial-change`: it spoils some of
 * them, or was made in a single execution only. `error`: the failing run's error was raised there, by what it prints, or in
 * what is called there, and no passing run executes the line. For the others,
 * see `TransitionEvidence`.
 */
export type PlaceEvidence = "change" | "partial-change" | "error" | TransitionEvidence;

/**
 * `parting`: the two runs go on at different lines. `ending`: the cause is last seen there, before the failing run ends, hangs or
 * prints something wrong. `move`: the cause moves to another variable. `hand-over`: a value is probably only read, passed on or printed.
 */
export type TransitionEvidence = "parting" | "ending" | "move" | "hand-over";

/** A test of a suite, with the command that runs it. */
export interface TestEntry {
  readonly test: string;
  readonly command: string;
}

export interface PartnerEntry extends TestEntry {
  readonly failing: TestEntry;
  /** The next nearest tests, which were compared with too. */
  readonly others: readonly TestEntry[];
  /** How many tests were run to choose it, and how many of them pass. */
  readonly tried: number;
  readonly passing: number;
  /** How many lines of the program the failing test executes, how many of them the partner does, and how many others. */
  readonly lines?: { readonly failing: number; readonly shared: number; readonly others: number };
}

/** What a failure depends on at one place of a program. */
export interface ChainLink {
  /** A function, or FILE:LINE; `input` and `output` at the ends. */
  readonly place: string;
  readonly file?: string;
  readonly line?: number;
  readonly cause: readonly CauseEntry[];
  /** It is the cause only where other values are those of the failing run as well. */
  readonly onTopOf?: OnTopOf;
  /** How many values differ there. */
  readonly values: number;
  /** The lines around that one. */
  readonly excerpt?: readonly SourceLine[];
  /** What both runs know there, as far as it matters. */
  readonly picture?: MemoryPicture;
  /** Other differences that each cause the failure on their own. */
  readonly runnersUp?: readonly (readonly CauseEntry[])[];
}

/** Values without which the others are not a cause. */
export interface OnTopOf {
  readonly values: number;
  /** Some of them by name. */
  readonly variables: readonly string[];
}

export interface SourceLine {
  readonly line: number;
  readonly text: string;
  /** It is the one that is meant. */
  readonly marked: boolean;
}

/** `from` is the cause before the line runs, `to` after it. */
export interface CauseTransition {
  readonly file: string;
  readonly line: number;
  /** The function of that line. */
  readonly function?: string;
  readonly from: readonly CauseEntry[];
  readonly to: readonly CauseEntry[];
  /** The caller, if the line's own call has returned by then. */
  readonly caller?: string;
  /** From this place on the one was the cause. */
  readonly since?: string;
  /** Where it is the line and what follows up to this place, of which nothing could be seen. */
  readonly until?: string;
  readonly evidence: TransitionEvidence;
  /** Where the two runs part. */
  readonly parting?: Parting;
  /** For a step into the end: how the failing run ends, if not like the passing one (`exit 1`, `SIGSEGV`, `hang`), or `output`. */
  readonly into?: string;
  /** Functions that only the passing run, or only the failing one, calls there: the defect may be in one of them. */
  readonly only?: { readonly passing: readonly string[]; readonly failing: readonly string[] };
  /** The lines around it. */
  readonly excerpt?: readonly SourceLine[];
}

/** After this line the two runs go on at different lines. */
export interface Parting {
  /** If it is not the file of the transition. */
  readonly file?: string;
  readonly line: number;
  /** Lines that the failing run executes then, and no passing run at all; undefined: that is not known. */
  readonly onlyFailing?: readonly LineInFailing[];
}

export interface LineInFailing {
  /** If it is not the file of the transition. */
  readonly file?: string;
  readonly line: number;
  /** The line as written. */
  readonly text?: string;
  /** How many of the failing runs execute it. */
  readonly failing: number;
}
