import type { Application } from "../application/application.ts";
import type { PairFollower } from "../application/pair-follower.ts";
import { UserError } from "../core/user-error.ts";

/** Every application, loaded when it is asked for, in the order in which the help shows them. The only such list. */
export const applications = {
  why: async () => (await import("./why/application.ts")).whyApplication(applicationOf),
  input: async () => (await import("./input/application.ts")).inputApplication(loadPairFollower),
  changes: async () => (await import("./changes/application.ts")).changes,
  history: async () => (await import("./history/application.ts")).history,
  packages: async () => (await import("./packages/application.ts")).packages,
  args: async () => (await import("./args/application.ts")).args,
  env: async () => (await import("./env/application.ts")).env,
  clock: async () => (await import("./clock/application.ts")).clock,
  tests: async () => (await import("./tests/application.ts")).tests,
  schedule: async () => (await import("./schedule/application.ts")).schedule,
  state: async () => (await import("./state/application.ts")).state,
} as const satisfies Readonly<Record<string, () => Promise<Application>>>;

async function loadPairFollower(): Promise<PairFollower> {
  return (await import("./state/pair/pair-follower.ts")).pairFollower;
}

/** The name of an application; in records and findings it is the `kind`. */
export type ApplicationName = keyof typeof applications;

/** The application of a recorded run. */
export async function applicationOf(kind: string): Promise<Application> {
  if (!isApplication(kind)) throw new UserError(`This version of culprit cannot read runs of the kind ${kind}.`);
  return applications[kind]();
}

function isApplication(kind: string): kind is ApplicationName {
  return Object.hasOwn(applications, kind);
}
