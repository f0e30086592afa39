import type { FailureMode } from "../trial/failure.ts";

/** How the tests of a run are made, whatever the application. Durations are in milliseconds. */
export interface Conditions {
  readonly jobs: number;
  readonly failure: FailureMode;
  readonly repeat: number | "auto";
  readonly timeout?: number | undefined;
  readonly maxTests?: number | undefined;
  readonly budget?: number | undefined;
  /** Use the outcomes of earlier runs of the same test. */
  readonly reuse?: boolean | undefined;
  /** Run tests in a sandbox: they can write only to their own folders, and have no network. */
  readonly sandbox?: boolean | undefined;
}
