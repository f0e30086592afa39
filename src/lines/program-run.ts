/** One way to run the program, and what is known about it. */
export interface ProgramRun {
  readonly words: readonly string[];
  /** A file for its standard input. */
  readonly stdin?: string;
  /** Where it runs, if not in the user's folder. */
  readonly cwd?: string;
  /** Variables that it needs. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly fails: boolean;
  /** A file with what it should print, for a run that fails. */
  readonly expected?: string;
}
