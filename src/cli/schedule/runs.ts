import { firstUnfollowedSegment, type ScheduleLog, scheduleOf } from "../../../runtimes/protocol/schedule-log.ts";
import { type Schedule, scheduleText } from "../../../runtimes/protocol/schedule-plan.ts";
import { waitText } from "../../../runtimes/protocol/schedule-wait.ts";
import type { Words } from "../../application/words.ts";
import {
  type ControlledProgram,
  notControlled,
  planFor,
  readLog,
  schedulePlanWorld,
} from "../../causes/schedule/control/controlled-program.ts";
import { placeText } from "../../causes/schedule/control/place.ts";
import { takeControl } from "../../causes/schedule/control/runtime-choice.ts";
import { interleavingOf } from "../../causes/schedule/evidence/interleaving.ts";
import { locateWaits } from "../../causes/schedule/evidence/pair-evidence.ts";
import { type EveryScheduleFails, exploreSchedules, isPair } from "../../causes/schedule/explore/explore.ts";
import type { ScheduleRequest } from "../../causes/schedule/request.ts";
import { UserError } from "../../core/user-error.ts";
import { counted } from "../../report/quantity.ts";
import { RunRecord } from "../../run/record/record.ts";
import { Run } from "../../run/run.ts";
import { howItEnded } from "../../trial/failure.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { isQuiet } from "../output/for-agent.ts";
import { progressLine } from "../output/progress-line.ts";
import { stopOnSignals } from "../stop-on-signals.ts";
import { version } from "../version.ts";

/** Runs the program once under its default schedule, and prints that schedule. */
export function record(request: ScheduleRequest, words: Words): Promise<number> {
  return replay(request, [], words);
}

/** Runs the program once under a schedule. */
export function replay(request: ScheduleRequest, schedule: Schedule, words: Words): Promise<number> {
  return withProgram(request, words, async (program) => {
    const single = await runOnce(program, schedule);
    print(words.has("json") ? JSON.stringify(await runJson(program, single)) : await runText(program, single));
    return single.execution.exit === 0 ? 0 : 1;
  });
}

/** Looks for a schedule that fails and one that passes, and prints both. */
export function exploreOnly(request: ScheduleRequest, words: Words): Promise<number> {
  return withProgram(request, words, async (program) => {
    const explored = await exploreSchedules(program);
    if (!isPair(explored)) return printEveryFails(program, explored, words);
    const { failing, passing, tried, byDefault } = explored;
    const [fails, passes] = [scheduleText(failing), scheduleText(passing)];
    if (words.has("json")) print(JSON.stringify({ fails, passes, tried, byDefault }));
    else
      print(
        `By default it ${byDefault}; ${counted(tried, "schedules")} ${tried === 1 ? "was" : "were"} tried.\nfails   ${fails}\npasses  ${passes}`,
      );
    return 0;
  });
}

async function printEveryFails(
  { runtime }: ControlledProgram,
  { failed, ended, unresolved, waits }: EveryScheduleFails,
  words: Words,
): Promise<number> {
  const texts = (await locateWaits(runtime, waits)).map(
    ({ wait, place }) => `${waitText(wait)} at ${placeText(place)}`,
  );
  if (words.has("json")) print(JSON.stringify({ everyScheduleFails: { failed, ended }, unresolved, waits: texts }));
  else print([`It fails under every schedule that was tried (${failed}; ${ended}).`, ...texts].join("\n"));
  return 0;
}

/** A single run under a schedule. */
interface SingleRun {
  readonly schedule: Schedule;
  readonly execution: Execution;
  readonly log: ScheduleLog;
}

async function runOnce(program: ControlledProgram, schedule: Schedule): Promise<SingleRun> {
  const { run } = program;
  const plan = planFor(program, schedule);
  const { execution } = await run.execute(schedulePlanWorld(program, plan), run.conditions.timeout);
  const log = await readLog(program, plan);
  if (!log) throw new UserError(notControlled, 1);
  return { schedule, execution, log };
}

async function runJson({ runtime }: ControlledProgram, { schedule, execution, log }: SingleRun): Promise<unknown> {
  const waits = await locateWaits(runtime, log.waits);
  const unfollowed = firstUnfollowedSegment(schedule, log);
  return {
    schedule: scheduleText(scheduleOf(log)),
    ended: howItEnded(execution),
    exit: execution.exit,
    end: log.end,
    followed: unfollowed === undefined,
    ...(unfollowed === undefined ? {} : { parted: scheduleText([unfollowed]) }),
    waits: waits.map(({ wait, place }) => ({ ...wait, text: waitText(wait), place: placeText(place) })),
    uncontrolled: log.uncontrolled,
  };
}

async function runText(program: ControlledProgram, { schedule, execution, log }: SingleRun): Promise<string> {
  const unfollowed = firstUnfollowedSegment(schedule, log);
  const lines = [
    execution.output.stdout.trimEnd(),
    withoutWaits(execution.output.stderr, log).trimEnd(),
    ...(await interleavingLines(program, log)),
    ...(await waitLines(program, log)),
    ...(unfollowed ? [`The program did not follow the schedule: it did not reach ${scheduleText([unfollowed])}.`] : []),
    `${howItEnded(execution)}  ${scheduleText(scheduleOf(log))}`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

/** Who waits for what, if the program had to be ended. */
async function waitLines({ runtime }: ControlledProgram, { waits, end }: ScheduleLog): Promise<string[]> {
  const located = await locateWaits(runtime, waits);
  const lines = located.map(({ wait, place }) => `  ${waitText(wait)} at ${placeText(place)}`);
  return lines.length === 0 ? [] : [`${end ?? "ended"}:`, ...lines];
}

/** What the program wrote, without what the runtime for native threads says there about waits. */
function withoutWaits(stderr: string, { waits }: ScheduleLog): string {
  if (waits.length === 0) return stderr;
  const isOurs = (line: string) =>
    /^culprit: (?:deadlock|livelock|still running|\S+ (?:waits for|was still) )/.test(line);
  return stderr
    .split("\n")
    .filter((line) => !isOurs(line))
    .join("\n");
}

const maxRows = 60;

async function interleavingLines({ runtime }: ControlledProgram, log: ScheduleLog): Promise<string[]> {
  const { rows } = await interleavingOf(runtime, log);
  const shown = rows
    .slice(0, maxRows)
    .map(({ lane, from, to }) => `  ${lane.padEnd(8)} ${from === to ? to : `${from} → ${to}`}`);
  return rows.length > maxRows ? [...shown, `  … ${rows.length - maxRows} more`] : shown;
}

/** Takes control of the program, and removes the record of the run afterwards: these commands leave only what they print. */
async function withProgram(
  request: ScheduleRequest,
  words: Words,
  act: (program: ControlledProgram) => Promise<number>,
): Promise<number> {
  const record = RunRecord.create(request.cwd, { kind: "schedule", version, request });
  const progress = progressLine({ quiet: isQuiet(words) });
  const run = new Run(record, request.conditions, {
    listener: { onNote: progress.note, onProgress: progress.show },
  });
  const signals = stopOnSignals(run, progress);
  try {
    return await act(await takeControl(run, request));
  } catch (error) {
    if (signals.exitCode === undefined) throw error;
    return signals.exitCode;
  } finally {
    progress.end();
    await run.close();
    record.remove();
    signals.release();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
