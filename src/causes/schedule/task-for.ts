import type { Run } from "../../run/run.ts";
import { kindFor } from "./kinds.ts";
import type { KindName, ScheduleRequest } from "./request.ts";
import { forgetLogs, planOf, realise, type ScheduleTask } from "./task.ts";

const chosen = "kind.json";

/** Prepares a search; where the kind of the program was only guessed, a first run tells whether it has threads. */
export async function taskFor(run: Run, request: ScheduleRequest): Promise<ScheduleTask> {
  const kind = run.record.load<KindName>(chosen) ?? (await kindByRunning(run, request));
  run.record.save(chosen, kind);
  return newTask(run, { ...request, kind });
}

async function kindByRunning(run: Run, request: ScheduleRequest): Promise<KindName> {
  if (!request.guessed || request.kind !== "async") return request.kind;
  const task = await newTask(run, request);
  const { uncontrolled = [] } = (await realise(task, planOf(task, []))) ?? {};
  // Of another kind, the same plan means something else.
  forgetLogs(run);
  if (!uncontrolled.includes("worker")) return "async";
  run.note(
    "The program has worker threads: who of them runs when is what is scheduled. --kind async is for the events of the main thread alone.",
  );
  return "workers";
}

async function newTask(run: Run, request: ScheduleRequest): Promise<ScheduleTask> {
  return { run, request, kind: await kindFor(request) };
}
