import type { Failure } from "../../trial/failure.ts";
import type { Observation } from "../../trial/observation.ts";

/** A process started or resumed the run. */
export interface SessionEvent {
  readonly event: "session";
  readonly started: string;
}

/** The ends were run and are as they should be: what the failure is, and the limits for all further tests. */
export interface EndsEvent {
  readonly event: "ends";
  readonly stage: "ends";
  readonly failing: Observation;
  readonly other: Observation;
  readonly failure: Failure;
  /** Its message as the failing end printed it, for people: in `failure` names and numbers are blanked. */
  readonly printed?: string;
  readonly timeLimit: number;
  readonly repeat: number;
  /** How often a test was run for this. */
  readonly executions: number;
  /** Seconds since the session began. */
  readonly at: number;
}

/** A trial finished, needed or not. */
export interface TrialEvent extends Observation {
  readonly event: "trial";
  readonly stage: string;
  readonly step: number;
  readonly at: number;
}

/** A trial was aborted because its outcome is no longer needed. */
export interface MootEvent {
  readonly event: "moot";
  readonly stage: string;
  readonly at: number;
}

/** Something was run once more that is no trial of a search. */
export interface ConfirmationEvent {
  readonly event: "confirmation";
  /** Given if it was an end, before any search; otherwise it was a result. */
  readonly of?: "ends";
  readonly runs: number;
  readonly at: number;
}

/** From here on the run goes deeper than it was first asked to. */
export interface DeeperEvent {
  readonly event: "deeper";
  readonly at: number;
}

export type RunEvent = SessionEvent | EndsEvent | TrialEvent | MootEvent | ConfirmationEvent | DeeperEvent;
