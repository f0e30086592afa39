import { fileURLToPath, pathToFileURL } from "node:url";

export interface AsyncControl {
  /** Paths of the plan to follow and of the log to write; the log and its neighbours `.owner` and `.other` must not be there yet. */
  readonly plan: string;
  readonly log: string;
  /** Places are told relative to this folder. */
  readonly folder: string;
  /** Packages in node_modules whose lines are told as if they were the user's own. */
  readonly packages?: readonly string[];
  /** What `Date.now()` says at the start: the same for all runs that are compared. */
  readonly epoch?: number;
  /** Schedule the first process whose main file's path contains this. */
  readonly process?: string;
  /** Where the compiled preload is, if not beside this file. */
  readonly preload?: string;
  /** The environment to which variables are added. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The variables that put the first Node process of the test that is no mere launcher under control. */
export function asyncEnvironment(words: readonly string[], control: AsyncControl): Record<string, string> {
  const chosen = control.process ?? processOf(words);
  const before = control.environment?.NODE_OPTIONS;
  return {
    NODE_OPTIONS: `${before ? `${before} ` : ""}--import=${pathToFileURL(control.preload ?? preload).href}`,
    CULPRIT_PLAN: control.plan,
    CULPRIT_LOG: control.log,
    CULPRIT_FOLDER: control.folder,
    ...(control.epoch === undefined ? {} : { CULPRIT_EPOCH: String(control.epoch) }),
    ...(control.packages === undefined ? {} : { CULPRIT_PACKAGES: control.packages.join(",") }),
    ...(chosen === undefined ? {} : { CULPRIT_PROCESS: chosen }),
  };
}

/** The compiled file that `node --import` loads: beside this one. */
export const preload = fileURLToPath(new URL("./preload.js", import.meta.url));

/** Test runners whose processes cannot be told from their main file alone. */
function processOf(words: readonly string[]): string | undefined {
  return words.some((word) => /(^|\/)vitest(\.mjs)?$/.test(word)) ? "/vitest/dist/workers/" : undefined;
}
