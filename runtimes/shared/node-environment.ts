import { pathToFileURL } from "node:url";

export interface NodeControl {
  /** Paths of the plan to follow and of the log to write; the log and its neighbours `.owner` and `.other` must not be there yet. */
  readonly plan: string;
  readonly log: string;
  /** Places are told relative to this folder. */
  readonly folder: string;
  /** Packages in node_modules whose code counts as the user's own. */
  readonly packages?: readonly string[];
  /** What `Date.now()` says at the start: the same for all runs that are compared. */
  readonly epoch?: number;
  /** Where the compiled preload is, if it is not beside the adapter. */
  readonly preload?: string;
  /** The environment to which variables are added. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The variables by which every Node process loads a file of ours first, and what that is told. */
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
