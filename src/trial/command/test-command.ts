/** A program to run, without a shell. */
export interface TestCommand {
  /** The program, looked up in PATH if it has no slash, and its arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Changes to the inherited environment; undefined removes a variable. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The file to read as standard input, relative to `cwd`; undefined: /dev/null. */
  readonly stdin: string | undefined;
  /** Milliseconds after which it is killed. */
  readonly timeLimit: number | undefined;
  /** A file that gets all of standard output, however long; it is removed if it would lack something. An absolute path. */
  readonly stdoutCopy?: string;
  /** Commands of one turn run one after the other in the same slot, which no other command gets before the turn is over. */
  readonly turn?: number;
}
