import type { Run } from "../../../run/run.ts";
import type { RuntimeName, ScheduleRequest } from "../request.ts";
import { type ControlledProgram, obtainLog, planFor, removeLogs } from "./controlled-program.ts";
import { prepareRuntime } from "./runtimes.ts";

const choiceFile = "kind.json";

/** Prepares the runtime for the program. Where its kind was only guessed, a first run shows whether it has threads. */
export async function takeControl(run: Run, request: ScheduleRequest): Promise<ControlledProgram> {
  const kind = run.record.load<RuntimeName>(choiceFile) ?? (await chooseRuntime(run, request));
  run.record.save(choiceFile, kind);
  return prepareProgram(run, { ...request, kind });
}

async function chooseRuntime(run: Run, request: ScheduleRequest): Promise<RuntimeName> {
  if (!request.guessed || request.kind !== "async") return request.kind;
  const program = await prepareProgram(run, request);
  const { uncontrolled = [] } = (await obtainLog(program, planFor(program, []))) ?? {};
  // Another runtime takes the same plan for something else.
  removeLogs(run);
  if (!uncontrolled.includes("worker")) return "async";
  run.note(
    "The program starts worker threads, so their switches are scheduled (--kind workers). --kind async schedules only the events of the main thread.",
  );
  return "workers";
}

async function prepareProgram(run: Run, request: ScheduleRequest): Promise<ControlledProgram> {
  return { run, request, runtime: await prepareRuntime(request) };
}
