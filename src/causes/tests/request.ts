import type { RunRequest } from "../../run/request.ts";

/** What `culprit tests` is asked for. `test` is the command that runs the suite. */
export interface TestsRequest extends RunRequest {
  /** The test to explain, as the user wrote it; undefined: those that fail. */
  readonly failing?: string;
  /** The absolute path of a report or log with the order in which tests ran. */
  readonly order?: string;
  /** What the runner's random order comes from. */
  readonly seed?: string;
  /** Find only the tests: neither what they leave behind, nor whether loading them is enough, nor tests that clean up. */
  readonly ignoresLeaks?: true;
  /** Commands for the shell, for a runner that culprit does not know. */
  readonly own?: OwnRunner;
}

export interface OwnRunner {
  /** Prints the tests, one in a line. */
  readonly list: string;
  /** Runs the tests of a file in its order; `{}` is the file. */
  readonly run: string;
}
