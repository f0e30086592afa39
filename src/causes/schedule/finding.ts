import type { Finding } from "../../core/finding.ts";

/** What `culprit schedule` found. */
export interface ScheduleFinding extends Finding {
  /** Who ran when, in the run that fails and in the one that passes. */
  readonly schedules?: {
    /** How the program ends without any planned switch: the cause is what makes it end the other way. */
    readonly byDefault: "fails" | "passes";
    /** How many schedules were tried until both outcomes had been seen. */
    readonly tried: number;
    readonly failing: Interleaving;
    readonly passing: Interleaving;
    /** The commands that replay them. */
    readonly commands: { readonly failing: string; readonly passing: string };
  };
}

/** One lane, a thread or an event, ran from one place to another without a switch. */
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
}
