/** What a test wrote, up to a bound: the beginning and the end are kept, the middle of a flood is dropped. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes that were thrown away between the kept beginning and the kept end. */
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
  /** It was the build that ended so; the test itself did not run. */
  readonly unbuilt?: true;
}
