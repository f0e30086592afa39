import type { Failure } from "../trial/failure.ts";
import type { Observation } from "../trial/observation.ts";

/** A process began to work on the run: the first, or one that resumed it. */
export interface SessionEvent {
  readonly event: "session";
  readonly started: string;
}

/** The ends were run and agree with the request: what the failure is, and the limits that hold from here on. */
export interface EndsEvent {
  readonly event: "ends";
  readonly stage: "ends";
  readonly failing: Observation;
  readonly other: Observation;
  readonly failure: Failure;
  readonly timeLimit: number;
  readonly repeat: number;
  /** How often a test was run to find all this out. */
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

/** Executions whose outcome nobody waits for any more. */
export interface MootEvent {
  readonly event: "moot";
  readonly stage: string;
  readonly at: number;
}

export type RunEvent = SessionEvent | EndsEvent | TrialEvent | MootEvent;
