import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import { type Schedule, type Segment, scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import { type ControlledProgram, planFor } from "../control/controlled-program.ts";
import { requireSameRun } from "../explore/repeatability.ts";
import type { VerifyRequest } from "../request.ts";
import { adaptSegments } from "./anchors.ts";
import { isGone, unfollowedParts } from "./followed.ts";
import { tryPlan, type VerifyingTrial } from "./trial.ts";
import type { MissedPart, ReplayedSchedule } from "./verification.ts";

export interface Replay {
  readonly replayed: ReplayedSchedule;
  readonly trial: VerifyingTrial;
}

/** Replays the failing schedule of the earlier run on the changed program, as far as it fits. */
export async function replayFailingSchedule(program: ControlledProgram, earlier: VerifyRequest): Promise<Replay> {
  const { schedule: old, anchors = [] } = earlier;
  const now = await adaptSegments(program, old, anchors);
  const adapted = now.filter((each) => each !== undefined);
  const { schedule, trial } = await replayWhatFits(program, adapted);
  const again = await tryPlan(program, planFor(program, schedule));
  await requireSameRun(program, trial.log, again.log);
  const missed = missedParts(program, { now, schedule }, trial.log);
  const isMoved = scheduleText(adapted) !== scheduleText(old);
  return {
    trial,
    replayed: {
      outcome: trial.outcome,
      ended: trial.ended,
      unit: program.runtime.lanes === "events" ? "events" : "switches",
      total: old.length,
      followed: old.length - missed.length,
      missed,
      ...(isMoved ? { adapted: scheduleText(adapted) } : {}),
    },
  };
}

/** A schedule waits for a thread that does not exist yet; for one that never does, it would wait to the end of the run. */
async function replayWhatFits(program: ControlledProgram, adapted: Schedule) {
  let schedule = adapted;
  for (;;) {
    const trial = await tryPlan(program, planFor(program, schedule));
    const fitting = schedule.filter(({ lane }) => trial.log.lanes.has(lane));
    if (fitting.length === schedule.length || program.runtime.lanes === "events") return { schedule, trial };
    schedule = fitting;
  }
}

interface Adapted {
  /** The segments of the earlier schedule in this program. */
  readonly now: readonly (Segment | undefined)[];
  /** What fits of them. */
  readonly schedule: Schedule;
}

function missedParts(
  { request, runtime }: ControlledProgram,
  { now, schedule }: Adapted,
  log: ScheduleLog,
): MissedPart[] {
  const { schedule: earlier, places, anchors = [] } = request.verify!;
  const unfollowed = new Map(unfollowedParts(schedule, log, runtime.lanes).map(({ segment, why }) => [segment, why]));
  const whyMissed = (segment: Segment | undefined) =>
    segment && schedule.includes(segment) ? unfollowed.get(segment) : isGone;
  return earlier.flatMap((segment, i) => {
    const why = whyMissed(now[i]);
    if (why === undefined) return [];
    const [part, moved] = [scheduleText([segment]), scheduleText(now[i] ? [now[i]] : [])];
    const place = places[part] ?? anchors[i]?.action;
    return {
      part,
      why,
      ...(place === undefined ? {} : { place }),
      ...(moved === "" || moved === part ? {} : { now: moved }),
    };
  });
}
