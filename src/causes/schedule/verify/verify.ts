import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ScheduleLog, scheduleOf } from "../../../../runtimes/protocol/schedule-log.ts";
import { scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Story } from "../../../core/finding.ts";
import { isRefusal, type Refusal, runOrRefuse } from "../../../run/ends/reproduce.ts";
import type { Run } from "../../../run/run.ts";
import { storyOf } from "../../../run/story.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import { type ControlledProgram, planFor, removeLogs } from "../control/controlled-program.ts";
import { takeControl } from "../control/runtime-choice.ts";
import type { ScheduleFinding } from "../finding.ts";
import type { ScheduleRequest } from "../request.ts";
import { replayCommand } from "../story/story.ts";
import { type Sample, tryOtherSchedules } from "./others.ts";
import { replayFailingSchedule } from "./replay.ts";
import { switchesSentence } from "./switch-points.ts";
import { tryPlan, type VerifyingTrial } from "./trial.ts";
import type { FailingSchedule, ReplayedSchedule, Verification } from "./verification.ts";

/** What is known so far, saved so that a resumed run continues there. */
interface VerificationState {
  readonly replay?: { readonly replayed: ReplayedSchedule; readonly log: Pick<ScheduleLog, "runs"> };
  readonly switches?: string;
  readonly uncontrolled?: readonly string[];
  readonly sample?: Sample;
  readonly failing?: FailingSchedule & { readonly file: string };
}

const stateFile = "verified.json";
const stillVerifying = "Still running the program under other schedules.";

/** Replays the failing schedule of an earlier run on the changed program, then tries others. */
export async function verifyFix(run: Run, request: ScheduleRequest): Promise<Story<ScheduleFinding>> {
  const program = await takeControl(run, request);
  const verified = await runOrRefuse(run, () => verifyProgram(program), stillVerifying);
  const state = loadState(program);
  if (isRefusal(verified)) return verificationStory(program, state, verified);
  removeLogs(run);
  return verificationStory(program, state, { verdict: state.failing ? "found" : "not-reproduced" });
}

async function verifyProgram(program: ControlledProgram): Promise<VerificationState> {
  const { replay } = loadState(program);
  const replayed = replay ?? (await replayFirst(program));
  const { failing, sample } = loadState(program);
  if (failing) return loadState(program);
  const save = (tried: Sample) => saveState(program, { sample: tried });
  const { failed } = await tryOtherSchedules(program, replayed.log as ScheduleLog, sample, save);
  if (failed) saveState(program, { failing: await describeFailing(program, failed) });
  return loadState(program);
}

async function replayFirst(program: ControlledProgram): Promise<NonNullable<VerificationState["replay"]>> {
  const { run, request, runtime } = program;
  const { replayed, trial } = await replayFailingSchedule(program, request.verify!.schedule);
  const { runs, uncontrolled } = trial.log;
  for (const what of uncontrolled)
    run.note(`The program uses ${what}, which is not controlled: its effects may differ between runs.`);
  const replay = { replayed, log: { runs } };
  const failing = trial.outcome === "fails" ? { failing: await describeFailing(program, trial) } : {};
  saveState(program, { replay, switches: switchesSentence(runtime.name, trial.log), uncontrolled, ...failing });
  return replay;
}

/** Writes the schedule of a failing run to a file, and runs it again to see whether it is the schedule that decides. */
async function describeFailing(
  program: ControlledProgram,
  { log, ended, failed }: VerifyingTrial,
): Promise<NonNullable<VerificationState["failing"]>> {
  const { run, request } = program;
  const schedule = scheduleOf(log);
  const again = await tryPlan(program, planFor(program, schedule));
  if (again.outcome !== "fails") run.note(`Under the same schedule it did not fail again (${again.ended}).`);
  const name = "failing.schedule";
  const file = request.output === undefined ? run.record.prepareOutputPath(name) : join(request.output, name);
  mkdirSync(dirname(file), { recursive: true });
  const text = scheduleText(schedule);
  writeFileAtomically(file, `${text}\n`);
  return { schedule: text, command: replayCommand(program, text, file), ended, ...failed!, file };
}

function loadState({ run }: ControlledProgram): VerificationState {
  return run.record.load<VerificationState>(stateFile) ?? {};
}

function saveState(program: ControlledProgram, more: VerificationState): void {
  program.run.record.save(stateFile, { ...loadState(program), ...more });
}

function verificationStory(
  { run, request, runtime }: ControlledProgram,
  state: VerificationState,
  { verdict, reason }: Refusal,
): Story<ScheduleFinding> {
  const { replay, sample, switches = "", uncontrolled = [] } = state;
  const { file, ...failing } = state.failing ?? {};
  const verification: Verification = {
    of: request.verify!.name,
    outcome: outcomeOf(state, { verdict, ...(reason === undefined ? {} : { reason }) }),
    ...(replay ? { replay: replay.replayed } : {}),
    ...(sample ? { others: othersOf(sample, request.explore) } : {}),
    ...(state.failing ? { failing: failing as FailingSchedule } : {}),
    switches,
  };
  return storyOf<ScheduleFinding>(run, request, {
    conclusion: { verdict, ...(reason === undefined ? {} : { reason }), minimal: false, assumptions: [] },
    details: {
      goal: "simplify",
      search: "explore",
      deltas: { total: 0, cause: 0 },
      by: runtime.lanes === "events" ? "swaps" : "switches",
      verification,
      ...(file === undefined ? {} : { files: { failing: file } }),
      notes: uncontrolled.length > 0 ? [`Not controlled: ${uncontrolled.join(", ")}.`] : [],
    },
  });
}

function othersOf({ tried, unresolved, seen }: Sample, wanted: number): NonNullable<Verification["others"]> {
  return { wanted, tried, different: seen.length - 1, unresolved };
}

function outcomeOf({ failing, replay, sample }: VerificationState, { verdict, reason }: Refusal) {
  if (failing) return "fails";
  const isDone = verdict === "not-reproduced" && reason === undefined;
  return isDone && replay?.replayed.outcome === "passes" && sample?.unresolved === 0 ? "passes" : "unknown";
}
