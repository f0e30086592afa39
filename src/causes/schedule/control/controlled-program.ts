import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { choicesPath } from "../../../../runtimes/protocol/schedule-choices.ts";
import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import { planText, type Schedule, type SchedulePlan } from "../../../../runtimes/protocol/schedule-plan.ts";
import { firstTimeLimit } from "../../../run/ends/ends.ts";
import type { Run } from "../../../run/run.ts";
import type { World } from "../../../trial/laboratory.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import type { ScheduleRequest } from "../request.ts";
import { readLogFile } from "./log-file.ts";
import type { ScheduleRuntime } from "./schedule-runtime.ts";

/** The program under test, with the runtime that controls it and the run that tests it. */
export interface ControlledProgram {
  readonly run: Run;
  readonly request: ScheduleRequest;
  readonly runtime: ScheduleRuntime;
}

/** A schedule that fails and one that passes. */
export interface SchedulePair {
  readonly failing: Schedule;
  readonly passing: Schedule;
}

export const notControlled =
  "culprit could not take control of the program: it wrote no log. Make the test the program itself, not a script that " +
  "starts it; --kind says whether it is native, workers or async.";

/** The plan that follows a schedule, and the default policy after its end. */
export function planFor({ request }: ControlledProgram, schedule: Schedule): SchedulePlan {
  return { schedule, policy: { name: "default" }, limit: request.limit };
}

/** The program under a schedule. */
export function scheduleWorld(program: ControlledProgram, schedule: Schedule): World {
  return schedulePlanWorld(program, planFor(program, schedule));
}

/** The program under a plan. */
export function schedulePlanWorld(program: ControlledProgram, plan: SchedulePlan): World {
  const { request, runtime } = program;
  const text = planText(plan);
  const content = contentHash(text);
  return {
    content,
    make: (folder) => {
      const file = join(folder, "plan");
      writeFileSync(file, text);
      const log = logPath(program, plan);
      removeLog(program, plan);
      return {
        argv: request.test,
        cwd: request.cwd,
        environment: { CULPRIT_CWD: request.cwd, ...runtime.environment(file, log) },
        stdin: undefined,
        candidate: [],
      };
    },
  };
}

/** Where the log of a run under a plan is. */
export function logPath({ run }: ControlledProgram, plan: SchedulePlan): string {
  const folder = logFolder(run);
  mkdirSync(folder, { recursive: true });
  return join(folder, contentHash(planText(plan)));
}

function logFolder(run: Run): string {
  return join(run.record.folder, "logs");
}

/** Reads the log of the last run under a plan; undefined if there is none. */
export function readLog(program: ControlledProgram, plan: SchedulePlan): Promise<ScheduleLog | undefined> {
  return readLogFile(logPath(program, plan));
}

/** The same, and removes it: for the many schedules that are tried only once. */
export async function takeLog(program: ControlledProgram, plan: SchedulePlan): Promise<ScheduleLog | undefined> {
  const log = await readLog(program, plan);
  removeLog(program, plan);
  return log;
}

/** Reads the log of a plan, and runs the program first if it has not been run; undefined if the run was stopped. */
export async function obtainLog(program: ControlledProgram, plan: SchedulePlan): Promise<ScheduleLog | undefined> {
  const known = await readLog(program, plan);
  if (known) return known;
  const { run } = program;
  try {
    await run.execute(schedulePlanWorld(program, plan), run.ends?.timeLimit ?? firstTimeLimit);
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return readLog(program, plan);
}

export function removeLog(program: ControlledProgram, plan: SchedulePlan): void {
  const path = logPath(program, plan);
  for (const each of [path, `${path}.owner`, `${path}.other`, choicesPath(path)]) rmSync(each, { force: true });
}

export function removeLogs(run: Run): void {
  rmSync(logFolder(run), { recursive: true, force: true });
}
