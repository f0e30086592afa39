import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseLog, type ScheduleLog } from "../../../runtimes/protocol/schedule-log.ts";
import { planText, type Schedule, type SchedulePlan } from "../../../runtimes/protocol/schedule-plan.ts";
import type { Run } from "../../run/run.ts";
import type { World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import type { Kind } from "./kind.ts";
import type { ScheduleRequest } from "./request.ts";

/** A search among schedules at work. */
export interface ScheduleTask {
  readonly run: Run;
  readonly request: ScheduleRequest;
  readonly kind: Kind;
}

export const notControlled =
  "The program was not put under control: it left no log. Name the program itself as the test, not a script around it; " +
  "--kind says of which kind it is.";

/** First runs have no measure yet. */
export const firstTimeLimit = 60_000;

/** A plan that only lists segments. */
export function planOf({ request }: Pick<ScheduleTask, "request">, schedule: Schedule): SchedulePlan {
  return { schedule, policy: { name: "default" }, limit: request.limit };
}

/** The program under a plan. */
export function worldOf(task: ScheduleTask, plan: SchedulePlan): World {
  const { request, kind } = task;
  const text = planText(plan);
  const content = contentHash(text);
  return {
    content,
    make: (folder) => {
      const file = join(folder, "plan");
      writeFileSync(file, text);
      const log = logPath(task, content);
      for (const old of [log, `${log}.owner`, `${log}.other`]) rmSync(old, { force: true });
      return {
        argv: request.test,
        cwd: request.cwd,
        environment: { CULPRIT_CWD: request.cwd, ...kind.environment(file, log) },
        stdin: undefined,
        candidate: [],
      };
    },
  };
}

function logPath({ run }: ScheduleTask, content: string): string {
  const folder = logFolder(run);
  mkdirSync(folder, { recursive: true });
  return join(folder, content);
}

function logFolder(run: Run): string {
  return join(run.record.folder, "logs");
}

/** What the program did under a plan that was tested; undefined: nothing is known of it. */
export function realisedUnder(task: ScheduleTask, plan: SchedulePlan): ScheduleLog | undefined {
  const path = logPath(task, contentHash(planText(plan)));
  return existsSync(path) ? parseLog(readFileSync(path, "latin1")) : undefined;
}

/** What the program does under a plan: as it did when it was tested, or now. */
export async function realise(task: ScheduleTask, plan: SchedulePlan): Promise<ScheduleLog | undefined> {
  const known = realisedUnder(task, plan);
  if (known) return known;
  const { run } = task;
  try {
    await run.execute(worldOf(task, plan), run.ends?.timeLimit ?? firstTimeLimit);
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return realisedUnder(task, plan);
}

/** What the programs did is of no use once all is told. */
export function forgetLogs(run: Run): void {
  rmSync(logFolder(run), { recursive: true, force: true });
}
