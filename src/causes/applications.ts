import type { Application } from "../application/application.ts";
import { UserError } from "../core/user-error.ts";
import { args } from "./args/application.ts";
import { changes } from "./changes/application.ts";
import { env } from "./env/application.ts";
import { history } from "./history/application.ts";
import { input } from "./input/application.ts";
import { packages } from "./packages/application.ts";
import { schedule } from "./schedule/application.ts";
import { state } from "./state/application.ts";

/** Every application, in the order in which the help shows them. The only such list. */
export const applications = {
  input,
  changes,
  history,
  packages,
  args,
  env,
  schedule,
  state,
} as const satisfies Readonly<Record<string, Application>>;

/** The name of an application; in records and findings it is the `kind`. */
export type ApplicationName = keyof typeof applications;

/** The application of a recorded run. */
export function applicationOf(kind: string): Application {
  if (!isApplication(kind)) throw new UserError(`This version of culprit cannot read runs of the kind ${kind}.`);
  return applications[kind];
}

function isApplication(kind: string): kind is ApplicationName {
  return Object.hasOwn(applications, kind);
}
