import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Story } from "../../../core/finding.ts";
import { isRefusal, type Refusal, runOrRefuse } from "../../../run/ends/reproduce.ts";
import type { Run } from "../../../run/run.ts";
import { type ControlledProgram, removeLogs } from "../control/controlled-program.ts";
import { takeControl } from "../control/runtime-choice.ts";
import type { ScheduleFinding } from "../finding.ts";
import type { ScheduleRequest } from "../request.ts";
import { type Exhausting, tryAllSchedules } from "./exhaustive.ts";
import { confirmFailing } from "./failing.ts";
import { tryOtherSchedules } from "./others.ts";
import { replayFailingSchedule } from "./replay.ts";
import { loadState, saveState, type VerificationState } from "./state.ts";
import { verificationStory, withSpent } from "./story.ts";
import { switchesSentence } from "./switch-points.ts";
import type { VerifyingTrial } from "./trial.ts";

const stillVerifying = "Still running the program under other schedules.";

/** The branches of an exhaustive search that are still to be run: too many to save them with the rest each time. */
const branchesFile = "branches.json";

/** Replays the failing schedule of an earlier run on the changed program, then tries others. */
export async function verifyFix(run: Run, request: ScheduleRequest): Promise<Story<ScheduleFinding>> {
  const program = await takeControl(run, request);
  const { spent } = loadState(program);
  const verified = await runOrRefuse(run, () => verifyProgram(program), stillVerifying);
  const story = verificationStory(program, loadState(program), isRefusal(verified) ? verified : conclude(program));
  const total = withSpent(story, spent);
  const { tests, seconds } = total.finding;
  saveState(program, { spent: { tests, seconds } });
  return total;
}

function conclude(program: ControlledProgram): Refusal {
  const { run } = program;
  const { failing } = loadState(program);
  if (run.stopped.aborted && !failing) return { verdict: run.stopped.reason };
  removeLogs(run);
  return { verdict: failing ? "found" : "not-reproduced" };
}

async function verifyProgram(program: ControlledProgram): Promise<VerificationState> {
  const replay = loadState(program).replay ?? (await replayFirst(program));
  if (loadState(program).failing) return loadState(program);
  const isExhaustive = program.request.verify!.exhaustive !== undefined;
  const failed = isExhaustive ? await tryAll(program) : await trySample(program, replay.log as ScheduleLog);
  if (failed) saveState(program, { failing: await confirmFailing(program, failed) });
  return loadState(program);
}

async function replayFirst(program: ControlledProgram): Promise<NonNullable<VerificationState["replay"]>> {
  const { run, request, runtime } = program;
  const { replayed, trial } = await replayFailingSchedule(program, request.verify!);
  const { runs, uncontrolled } = trial.log;
  for (const what of uncontrolled)
    run.note(`The program uses ${what}, which is not controlled: its effects may differ between runs.`);
  const replay = { replayed, log: { runs } };
  const failing = trial.outcome === "fails" ? { failing: await confirmFailing(program, trial) } : {};
  const switches = switchesSentence(runtime.name, trial.log);
  saveState(program, { replay, switches, uncontrolled, ...failing });
  return replay;
}

async function trySample(program: ControlledProgram, replayed: ScheduleLog): Promise<VerifyingTrial | undefined> {
  const { sample } = loadState(program);
  const save = (tried: NonNullable<typeof sample>) => saveState(program, { sample: tried });
  return (await tryOtherSchedules(program, replayed, sample, save)).failed;
}

async function tryAll(program: ControlledProgram): Promise<VerifyingTrial | undefined> {
  const { record } = program.run;
  const save = (state: Exhausting) => {
    record.save(branchesFile, state);
    saveState(program, { exhaustive: state.search });
  };
  return (await tryAllSchedules(program, record.load<Exhausting>(branchesFile), save)).failed;
}
