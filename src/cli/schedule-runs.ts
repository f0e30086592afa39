import { firstUnfollowedSegment, type ScheduleLog, scheduleOf } from "../../runtimes/protocol/schedule-log.ts";
import { type Schedule, scheduleText } from "../../runtimes/protocol/schedule-plan.ts";
import type { Words } from "../application/words.ts";
import { explore } from "../causes/schedule/explore.ts";
import { interleavingOf } from "../causes/schedule/interleaving.ts";
import type { ScheduleRequest } from "../causes/schedule/request.ts";
import { notControlled, planOf, realisedUnder, type ScheduleTask, worldOf } from "../causes/schedule/task.ts";
import { taskFor } from "../causes/schedule/task-for.ts";
import { UserError } from "../core/user-error.ts";
import { RunRecord } from "../run/record.ts";
import { Run } from "../run/run.ts";
import { howItEnded } from "../trial/failure.ts";
import { progressLine } from "./progress-line.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { version } from "./version.ts";

/** Runs the program once as it comes, and prints the schedule that it had. */
export function record(request: ScheduleRequest, words: Words): Promise<number> {
  return withTask(request, words, (task) => once(task, [], words));
}

/** Runs the program once by a schedule. */
export function replay(request: ScheduleRequest, schedule: Schedule, words: Words): Promise<number> {
  return withTask(request, words, (task) => once(task, schedule, words));
}

/** Looks for a schedule that fails and one that passes, and prints both. */
export function exploreOnly(request: ScheduleRequest, words: Words): Promise<number> {
  return withTask(request, words, async (task) => {
    const { failing, passing, tried, byDefault } = await explore(task);
    const texts = { fails: scheduleText(failing), passes: scheduleText(passing) };
    if (words.has("json")) print(JSON.stringify({ ...texts, tried, byDefault }));
    else
      print(
        `By default it ${byDefault}; ${tried} schedules were tried.\nfails   ${texts.fails}\npasses  ${texts.passes}`,
      );
    return 0;
  });
}

async function once(task: ScheduleTask, schedule: Schedule, words: Words): Promise<number> {
  const { run } = task;
  const plan = planOf(task, schedule);
  const { execution } = await run.execute(worldOf(task, plan), run.conditions.timeout);
  const realised = realisedUnder(task, plan);
  if (!realised) throw new UserError(notControlled, 1);
  const parted = firstUnfollowedSegment(schedule, realised);
  const text = scheduleText(scheduleOf(realised));
  const ended = howItEnded(execution);
  if (words.has("json"))
    print(
      JSON.stringify({
        schedule: text,
        ended,
        exit: execution.exit,
        end: realised.end,
        followed: parted === undefined,
        ...(parted === undefined ? {} : { parted: scheduleText([parted]) }),
        waits: realised.waits,
        uncontrolled: realised.uncontrolled,
      }),
    );
  else
    print(
      [
        execution.output.stdout.trimEnd(),
        execution.output.stderr.trimEnd(),
        ...(await table(task, realised)),
        ...(parted ? [`It did not follow the schedule: ${scheduleText([parted])} did not come.`] : []),
        `${ended}  ${text}`,
      ]
        .filter((line) => line !== "")
        .join("\n"),
    );
  return execution.exit === 0 ? 0 : 1;
}

const mostRows = 60;

async function table({ kind }: ScheduleTask, realised: ScheduleLog): Promise<string[]> {
  const { rows } = await interleavingOf(kind, realised);
  const shown = rows
    .slice(0, mostRows)
    .map(({ lane, from, to }) => `  ${lane.padEnd(8)} ${from === to ? to : `${from} → ${to}`}`);
  return rows.length > mostRows ? [...shown, `  … ${rows.length - mostRows} more`] : shown;
}

/** These leave no record: what they print is all there is. */
async function withTask(
  request: ScheduleRequest,
  words: Words,
  act: (task: ScheduleTask) => Promise<number>,
): Promise<number> {
  const record = RunRecord.create(request.cwd, { kind: "schedule", version, request });
  const progress = progressLine({ quiet: words.has("quiet") });
  const run = new Run(record, request.conditions, { onNote: progress.note, onProgress: progress.show });
  const signals = stopOnSignals(run, progress);
  try {
    return await act(await taskFor(run, request));
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
