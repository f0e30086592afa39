/** What `culprit schedule verify` found out about a changed program. */
export interface Verification {
  /** Whose failing schedule was replayed: a run, a file, or the schedule itself. */
  readonly of: string;
  /** `passes` only if all that was asked for was tried, and passes; `unknown`: nothing fails, but not all of it is known. */
  readonly outcome: "passes" | "fails" | "unknown";
  readonly replay?: ReplayedSchedule;
  readonly others?: OtherSchedules;
  readonly exhaustive?: ExhaustiveSearch;
  /** The first schedule under which the program fails. */
  readonly failing?: FailingSchedule;
  /** Where the program can be made to switch, as a sentence. */
  readonly switches: string;
}

export type VerifiedOutcome = "passes" | "fails" | "unknown";

/** The failing schedule of the earlier run, as far as the changed program followed it. */
export interface ReplayedSchedule {
  readonly outcome: VerifiedOutcome;
  /** How the program ended. */
  readonly ended: string;
  /** What the schedule consists of: `switches` of threads, or `events`. */
  readonly unit: "switches" | "events";
  readonly total: number;
  readonly followed: number;
  readonly missed: readonly MissedPart[];
  /** The schedule as it was replayed, if its steps are others in the changed program. */
  readonly adapted?: string;
}

/** A part of a schedule that the program did not follow. */
export interface MissedPart {
  /** As in `1.1@7`; of an event, its id. */
  readonly part: string;
  /** Where it would be in the changed program, if that is another step. */
  readonly now?: string;
  /** Why, as in `no longer exists`. */
  readonly why: string;
  /** Where it was in the earlier run. */
  readonly place?: string;
}

export interface OtherSchedules {
  /** How many were asked for. */
  readonly wanted: number;
  readonly tried: number;
  /** How many of these are different from each other and from the replayed one. */
  readonly different: number;
  readonly unresolved: number;
}

/** Every schedule within a bound, as far as they were tried. */
export interface ExhaustiveSearch {
  /** What is bounded: `preemptions` of threads, or `deviations` from the default order of events. */
  readonly by: "preemptions" | "deviations";
  readonly bound: number;
  /** Every schedule within the bound was tried. */
  readonly complete: boolean;
  readonly tried: number;
  readonly unresolved: number;
  /** How many there are at the least: those that were tried, and those known to be possible. Undefined: that is not known. */
  readonly atLeast?: number;
  /** The highest bound for which all schedules were tried; undefined: none. */
  readonly completeUpTo?: number;
}

export interface FailingSchedule {
  readonly schedule: string;
  /** The command that replays it. */
  readonly command: string;
  readonly ended: string;
  /** How the failure is recognised. */
  readonly failure: string;
  /** Whether it is the failure of the earlier run; undefined: that is not known. */
  readonly same?: boolean;
  /** Whether it failed again when the schedule was replayed. */
  readonly replays: boolean;
}
