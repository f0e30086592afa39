import { fileURLToPath, pathToFileURL } from "node:url";

export interface WorkersControl {
  /** Paths of the plan to follow and of the log to write; the log and its neighbours `.owner` and `.other` must not be there yet. */
  readonly plan: string;
  readonly log: string;
  /** Places are told relative to this folder. */
  readonly folder: string;
  /** Where sources with steps are kept from run to run. */
  readonly cache?: string;
  /** Packages in node_modules that get steps, too. */
  readonly packages?: readonly string[];
  /** What `Date.now()` says at the start: the same for all runs that are compared. */
  readonly epoch?: number;
  /** Where the compiled preload is, if not beside this file. */
  readonly preload?: string;
  /** The environment to which variables are added. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The variables that put the threads of the first Node process of the test that is no mere launcher under control. */
export function workersEnvironment(control: WorkersControl): Record<string, string> {
  const before = control.environment?.NODE_OPTIONS;
  return {
    NODE_OPTIONS: `${before ? `${before} ` : ""}--import=${pathToFileURL(control.preload ?? preload).href}`,
    CULPRIT_PLAN: control.plan,
    CULPRIT_LOG: control.log,
    CULPRIT_FOLDER: control.folder,
    ...(control.cache === undefined ? {} : { CULPRIT_CACHE: control.cache }),
    ...(control.epoch === undefined ? {} : { CULPRIT_EPOCH: String(control.epoch) }),
    ...(control.packages === undefined ? {} : { CULPRIT_PACKAGES: control.packages.join(",") }),
  };
}

/** The compiled file that `node --import` loads: beside this one. */
const preload = fileURLToPath(new URL("./preload.js", import.meta.url));
