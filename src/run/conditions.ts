import type { FailureMode } from "../trial/failure.ts";

/** How a run is to be made, whatever its difference is. Durations in milliseconds. */
export interface Conditions {
  readonly jobs: number;
  readonly failure: FailureMode;
  readonly repeat: number | "auto";
  readonly timeout?: number | undefined;
  readonly maxTests?: number | undefined;
  readonly budget?: number | undefined;
  /** Outcomes of earlier runs of the same test count. */
  readonly reuse?: boolean | undefined;
  /** Tests are shut in: they can change nothing but their own folders, and reach no network. */
  readonly sandbox?: boolean | undefined;
}
