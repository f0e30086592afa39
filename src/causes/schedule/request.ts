import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import type { RunRequest } from "../../run/request.ts";
import type { Failure } from "../../trial/failure.ts";

export const runtimeNames = ["native", "workers", "async"] as const;
export type RuntimeName = (typeof runtimeNames)[number];

/** What a schedule puts in order: threads, whose switches are searched, or events, whose order is. */
export type Lanes = "threads" | "events";

export const scheduleDefaults = { seed: 1, explore: 500, limit: 1_000_000_000 };

/** What `culprit schedule` is asked for. */
export interface ScheduleRequest extends RunRequest {
  readonly kind: RuntimeName;
  /** The user did not name the kind: a first run may show that it is another one. */
  readonly guessed?: true;
  readonly seed: number;
  /** Maximum number of schedules to try until one fails and one passes. */
  readonly explore: number;
  /** Maximum number of steps in all lanes together. */
  readonly limit: number;
  /** Packages whose places are named as if they were the user's own. */
  readonly packages?: readonly string[];
  /** The folder for the results; absolute. */
  readonly output?: string;
  /** Nothing is searched for: is a failure fixed? */
  readonly verify?: VerifyRequest;
}

/** The failure that is to be fixed, and which schedules are tried besides the one that failed. */
export interface VerifyRequest {
  /** As the user names it. */
  readonly name: string;
  readonly schedule: Schedule;
  /** Where the parts of the schedule were, by their text. */
  readonly places: Readonly<Record<string, string>>;
  /** The lanes that the cause is about. */
  readonly decisive?: readonly string[];
  /** What the threads were about to do where the schedule stops them. */
  readonly anchors?: Anchors;
  /** How the failure is recognised; undefined: that is not known. */
  readonly failure?: Failure;
  /** Maximum number of preemptions, or of deviations, of the schedules that are all tried; undefined: a sample is tried. */
  readonly exhaustive?: number;
}

/** What a thread is about to do at a step, and which time it is. */
export interface Anchor {
  readonly action: string;
  readonly nth: number;
}

/** By the segments of a schedule; null: it is not known. */
export type Anchors = readonly (Anchor | null)[];
