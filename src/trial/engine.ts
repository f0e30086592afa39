import type { Experiment, TestFolders, TimeLimits } from "./experiment.ts";
import type { Execution } from "./process/execution.ts";

/**
 * Where tests run: on this machine, or on others. Everything above (laboratory, run, journal, searches) gets the same
 * execution from either. A fault of the engine itself is never an execution: an engine tries again, or rejects.
 */
export interface Engine {
  /** Builds what an experiment needs built, and runs its test. Rejects with a StartError if that cannot be started. */
  readonly execute: (experiment: Experiment, at: TestPlace) => Promise<Execution>;
  /** Tests can reach files in any folder of this machine. */
  readonly reachesFiles: boolean;
  /** What the reader of a finding has to know about where its tests ran. */
  readonly remarks?: readonly string[];
}

/** Where and how long a test runs, and what aborts it. */
export interface TestPlace {
  readonly slot: number;
  readonly folders: TestFolders;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
}
