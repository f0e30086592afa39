import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import { kindFor } from "./kinds.ts";
import type { KindName, ScheduleRequest } from "./request.ts";
import { forgetLogs, planOf, realise, type Task } from "./task.ts";

const chosen = "kind.json";

/** Prepares a search; where the kind of the program was only guessed, a first run tells whether it has threads. */
export async function taskFor(run: Run, request: ScheduleRequest, listener: Listener): Promise<Task> {
  const kind = run.record.load<KindName>(chosen) ?? (await kindByRunning(run, request, listener));
  run.record.save(chosen, kind);
  return newTask(run, { ...request, kind }, listener);
}

async function kindByRunning(run: Run, request: ScheduleRequest, listener: Listener): Promise<KindName> {
  if (!request.guessed || request.kind !== "async") return request.kind;
  const task = await newTask(run, request, listener);
  const { uncontrolled = [] } = (await realise(task, planOf(task, []))) ?? {};
  // Of another kind, the same plan means something else.
  forgetLogs(run);
  if (!uncontrolled.includes("worker")) return "async";
  listener.onNote(
    "The program has worker threads: who of them runs when is what is scheduled. --kind async is for the events of the main thread alone.",
  );
  return "workers";
}

async function newTask(run: Run, request: ScheduleRequest, listener: Listener): Promise<Task> {
  return { run, request, listener, kind: await kindFor(request), steps: [], stages: [] };
}
