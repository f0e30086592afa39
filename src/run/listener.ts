import type { Progress } from "./progress.ts";

/** Receives what a run reports while it works. */
export interface Listener {
  /** Something the user should know. */
  readonly onNote: (sentence: string) => void;
  readonly onProgress: (progress: Progress) => void;
}
