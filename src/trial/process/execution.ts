/** What a test wrote. Of very long output only the beginning and the end are kept. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  /** Number of bytes dropped between the beginning and the end. */
  readonly dropped: number;
}

/** How one execution of the user's test ended. */
export interface Execution {
  /** The exit status, or undefined when a signal ended it. */
  readonly exit: number | undefined;
  /** The signal that ended it, as `SIGSEGV`. */
  readonly signal: string | undefined;
  readonly timedOut: boolean;
  readonly milliseconds: number;
  readonly output: Output;
  /** The build failed, so the test did not run; everything here is about the build. */
  readonly unbuilt?: true;
  /** What a person said who was asked; `exit` stands for it. */
  readonly judgement?: Judgement;
}

export const judgements = ["fails", "passes", "cannot tell"] as const;
export type Judgement = (typeof judgements)[number];
