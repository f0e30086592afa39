import type { Preparation, Progress } from "./progress.ts";

/** Receives what a run reports while it works. */
export interface Listener {
  /** Something the user should know. */
  readonly onNote: (sentence: string) => void;
  readonly onProgress: (progress: Progress) => void;
  /** Something is done that takes a while, and is no test. */
  readonly onPreparing?: (preparation: Preparation) => void;
}
