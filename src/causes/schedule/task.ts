import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StageSummary, StepRow } from "../../core/finding.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import type { World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/content.ts";
import type { Kind } from "./kind.ts";
import { parseLog, type Realised } from "./log.ts";
import type { ScheduleRequest } from "./request.ts";
import { type Plan, planText, type Schedule } from "./schedule.ts";

/** A search among schedules at work. */
export interface Task {
  readonly run: Run;
  readonly request: ScheduleRequest;
  readonly listener: Listener;
  readonly kind: Kind;
  readonly steps: StepRow[];
  readonly stages: StageSummary[];
}

/** A plan that only lists segments. */
export function planOf({ request }: Task, schedule: Schedule): Plan {
  return { schedule, policy: { name: "default" }, limit: request.limit };
}

/** The program under a plan. */
export function worldOf(task: Task, plan: Plan): World {
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

function logPath({ run }: Task, content: string): string {
  const folder = join(run.record.folder, "logs");
  mkdirSync(folder, { recursive: true });
  return join(folder, content);
}

/** What the program did under a plan that was tested; undefined: nothing is known of it. */
export function realisedUnder(task: Task, plan: Plan): Realised | undefined {
  const path = logPath(task, contentHash(planText(plan)));
  return existsSync(path) ? parseLog(readFileSync(path, "latin1")) : undefined;
}
