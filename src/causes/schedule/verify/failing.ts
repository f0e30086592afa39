import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { scheduleOf } from "../../../../runtimes/protocol/schedule-log.ts";
import { scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import { type ControlledProgram, planFor } from "../control/controlled-program.ts";
import { replayCommand } from "../story/story.ts";
import type { ConfirmedFailing } from "./state.ts";
import { tryPlan, type VerifyingTrial } from "./trial.ts";

/** Writes the schedule of a failing run to a file, and runs it again to see whether it is the schedule that decides. */
export async function confirmFailing(
  program: ControlledProgram,
  { log, ended, failed }: VerifyingTrial,
): Promise<ConfirmedFailing> {
  const { run, request } = program;
  const schedule = scheduleOf(log);
  const again = await tryPlan(program, planFor(program, schedule));
  const name = "failing.schedule";
  const file = request.output === undefined ? run.record.prepareOutputPath(name) : join(request.output, name);
  mkdirSync(dirname(file), { recursive: true });
  const text = scheduleText(schedule);
  writeFileAtomically(file, `${text}\n`);
  const replays = again.outcome === "fails";
  return { schedule: text, command: replayCommand(program, text, file), ended, ...failed!, replays, file };
}
