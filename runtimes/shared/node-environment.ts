import { pathToFileURL } from "node:url";

export interface NodeControl {
  /** Paths of the plan to follow and of the log to write. The log must not exist yet, nor files of its name with `.owner` or `.other` added. */
  readonly plan: string;
  readonly log: string;
  /** Paths in the log are relative to this folder. */
  readonly folder: string;
  /** Packages in node_modules whose code counts as the user's own. */
  readonly packages?: readonly string[];
  /** What `Date.now()` returns at the start: must be the same in all runs that are compared. */
  readonly epoch?: number;
  /** The compiled preload, if it is not in the same folder as `launch.ts`. */
  readonly preload?: string;
  /** The environment that the variables are added to. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The variables that make every Node process load a preload first, and its settings. */
export function nodeEnvironment(preload: string, control: NodeControl): Record<string, string> {
  const { plan, log, folder, packages, epoch, environment } = control;
  const before = environment?.NODE_OPTIONS;
  return {
    NODE_OPTIONS: `${before ? `${before} ` : ""}--import=${pathToFileURL(control.preload ?? preload).href}`,
    CULPRIT_PLAN: plan,
    CULPRIT_LOG: log,
    CULPRIT_FOLDER: folder,
    ...(epoch === undefined ? {} : { CULPRIT_EPOCH: String(epoch) }),
    ...(packages === undefined ? {} : { CULPRIT_PACKAGES: packages.join(",") }),
  };
}
