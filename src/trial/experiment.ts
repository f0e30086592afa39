import type { Overlay } from "./isolation/overlays.ts";
import type { Execution } from "./process/execution.ts";

/** The test on a world that has been made real. */
export interface Experiment {
  readonly argv: readonly string[];
  /** Its working directory; undefined: the empty folder. */
  readonly cwd?: string;
  /** A command that runs before it, in the same folder; if it fails, the world cannot be judged. */
  readonly build?: readonly string[] | undefined;
  /** Folders that the test sees with changes of its own. */
  readonly overlays?: readonly Overlay[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A file for standard input; undefined: empty. */
  readonly stdin: string | undefined;
  /** A file for all of its standard output, for `judge`. */
  readonly stdoutCopy?: string;
  /** What an execution that did not time out amounts to, if its exit status alone does not tell. */
  readonly judge?: (execution: Execution, afterwards: Afterwards) => Promise<Execution>;
  /** The files under test, by path and by name: frames in them do not identify a failure. */
  readonly candidate: readonly string[];
  /** What else an engine on another machine has to know. */
  readonly files?: ExperimentFiles;
}

/** Files of an experiment besides those that it is about. */
export interface ExperimentFiles {
  /** Files and folders that the test reads, outside of its own folders. */
  readonly reads: readonly string[];
  /** Files that it writes, and that are read afterwards. */
  readonly writes: readonly string[];
  /** Files that contain paths. */
  readonly mentions: readonly string[];
}

/** What can be done after a test, before its slot is free again. */
export interface Afterwards {
  /** Runs another command, in the same slot and in the time that is left. */
  readonly run: (next: NextCommand) => Promise<Execution>;
  /** Milliseconds for the test and that command together. */
  readonly timeLimit: number | undefined;
}

/** A command that looks at what the test left, from the same folder. */
export type NextCommand = Pick<Experiment, "argv" | "environment" | "stdin">;

/** The folders in which a test ran. */
export interface TestFolders {
  /** Was empty before `make`, and is the test's working directory unless its experiment says otherwise. */
  readonly folder: string;
  /** The test's TMPDIR. */
  readonly temporary: string;
  /** The kept folder, as given to `make`. */
  readonly kept: string;
}

/** In milliseconds; undefined: no limit. */
export interface TimeLimits {
  readonly test: number | undefined;
  readonly build?: number | undefined;
}
