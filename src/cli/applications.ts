import { resolve } from "node:path";
import type { ChangesRequest } from "../causes/changes/request.ts";
import type { HistoryRequest } from "../causes/history/request.ts";
import type { InputRequest } from "../causes/input/request.ts";
import type { PackagesRequest } from "../causes/packages/request.ts";
import type { ScheduleRequest } from "../causes/schedule/request.ts";
import type { ArgsRequest, EnvRequest } from "../causes/settings/request.ts";
import type { StateRequest } from "../causes/state/request.ts";
import type { Story } from "../core/finding.ts";
import { UserError } from "../core/user-error.ts";
import type { RunRequest } from "../run/request.ts";
import type { Run } from "../run/run.ts";

/** One application of the method, as the commands see it. */
export interface Application {
  /** Finds the cause. What that needs is loaded only here. */
  readonly find: (run: Run, request: RunRequest) => Promise<Story>;
  /** The files under test, which are never written over. */
  readonly inputs: (request: RunRequest) => readonly string[];
}

const input: Application = {
  find: async (run, request) => {
    const { findInInput } = await import("../causes/input/input.ts");
    return findInInput(run, request as InputRequest);
  },
  inputs: (request) => {
    const { failing, passing } = request as InputRequest;
    return passing === undefined ? [failing] : [failing, passing];
  },
};

const changes: Application = {
  find: async (run, request) => {
    const { findInChanges } = await import("../causes/changes/changes.ts");
    return findInChanges(run, request as ChangesRequest);
  },
  inputs: () => [],
};

const packages: Application = {
  find: async (run, request) => {
    const { findInPackages } = await import("../causes/packages/packages.ts");
    return findInPackages(run, request as PackagesRequest);
  },
  inputs: (request) => {
    const { old, new: now, cwd } = request as PackagesRequest;
    return [old, now ?? "package-lock.json"].map((named) => resolve(cwd, named));
  },
};

const history: Application = {
  find: async (run, request) => {
    const { findInHistory } = await import("../causes/history/history.ts");
    return findInHistory(run, request as HistoryRequest);
  },
  inputs: (request) => (request as HistoryRequest).carry,
};

const schedule: Application = {
  find: async (run, request) => {
    const { findInSchedule } = await import("../causes/schedule/find.ts");
    return findInSchedule(run, request as ScheduleRequest);
  },
  inputs: () => [],
};

const state: Application = {
  find: async (run, request) => {
    const { findInState } = await import("../causes/state/state.ts");
    return findInState(run, request as StateRequest);
  },
  inputs: () => [],
};

const args: Application = {
  find: async (run, request) => {
    const { findInArgs } = await import("../causes/settings/args.ts");
    return findInArgs(run, request as ArgsRequest);
  },
  inputs: (request) => {
    const { arguments: given, cwd } = request as ArgsRequest;
    return given.flatMap(({ words }) => words.map((word) => resolve(cwd, word)));
  },
};

const env: Application = {
  find: async (run, request) => {
    const { findInEnv } = await import("../causes/settings/env.ts");
    return findInEnv(run, request as EnvRequest);
  },
  inputs: (request) => {
    const { old, new: now } = request as EnvRequest;
    return [old, now];
  },
};

const applications: Readonly<Record<string, Application>> = {
  input,
  changes,
  history,
  packages,
  args,
  env,
  schedule,
  state,
};

/** By the kind that a run's record names. */
export function applicationOf(kind: string): Application {
  const application = Object.hasOwn(applications, kind) ? applications[kind] : undefined;
  if (!application) throw new UserError(`This version of culprit knows no runs of the kind ${kind}.`);
  return application;
}
