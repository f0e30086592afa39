import type { Application } from "../application/application.ts";
import { UserError } from "../core/user-error.ts";
import { args } from "./args/application.ts";
import { changes } from "./changes/application.ts";
import { clock } from "./clock/application.ts";
import { env } from "./env/application.ts";
import { history } from "./history/application.ts";
import { input } from "./input/application.ts";
import { packages } from "./packages/application.ts";
import { schedule } from "./schedule/application.ts";
import { state } from "./state/application.ts";

/** Everything that culprit looks for causes in, in the order in which the help shows it. The only such list. */
export const applications = {
  input,
  changes,
  history,
  packages,
  args,
  env,
  clock,
  schedule,
  state,
} as const satisfies Readonly<Record<string, Application>>;

/** The name of an application, as the records of runs and findings have it. */
export type Kind = keyof typeof applications;

/** The application of a recorded run. */
export function applicationOf(kind: string): Application {
  if (!isKind(kind)) throw new UserError(`This version of culprit cannot read runs of the kind ${kind}.`);
  return applications[kind];
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(applications, kind);
}
