import type { Finding } from "../../core/finding.ts";
import type { Verification } from "./verify/verification.ts";

/** What `culprit schedule` found. */
export interface ScheduleFinding extends Finding {
  /** Set where every schedule fails, so that the schedule is hardly the cause; the default one is counted, too. */
  readonly everyScheduleFails?: { readonly failed: number; readonly ended: string };
  /** Who ran when, in the run that fails and in the one that passes. */
  readonly schedules?: {
    /** The outcome of the default schedule; the cause is what makes the outcome differ. */
    readonly byDefault: "fails" | "passes";
    /** How many schedules were tried until one had the other outcome. */
    readonly tried: number;
    readonly failing: Interleaving;
    readonly passing: Interleaving;
    /** The commands that replay them. */
    readonly commands: { readonly failing: string; readonly passing: string };
  };
  /** Instead of a cause: whether a failure is fixed. */
  readonly verification?: Verification;
}

/** A turn of one lane, a thread or an event: it ran from one place to another without a switch. */
export interface InterleavingRow {
  readonly lane: string;
  /** The lane's own step count at the end. */
  readonly count: number;
  readonly from: string;
  readonly to: string;
}

export interface Interleaving {
  readonly lanes: readonly string[];
  readonly rows: readonly InterleavingRow[];
  /** If the program was ended by a signal: the lane that got it, and where. */
  readonly crash?: { readonly lane: string; readonly place: string; readonly signal: string };
}
