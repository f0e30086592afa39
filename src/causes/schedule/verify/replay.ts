import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import { type Schedule, type Segment, scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import { type ControlledProgram, planFor } from "../control/controlled-program.ts";
import { requireSameRun } from "../explore/repeatability.ts";
import { isGone, unfollowedParts } from "./followed.ts";
import { tryPlan, type VerifyingTrial } from "./trial.ts";
import type { MissedPart, ReplayedSchedule } from "./verification.ts";

export interface Replay {
  readonly replayed: ReplayedSchedule;
  readonly trial: VerifyingTrial;
}

/** Replays the failing schedule of the earlier run on the changed program, as far as it fits. */
export async function replayFailingSchedule(program: ControlledProgram, earlier: Schedule): Promise<Replay> {
  const { schedule, trial } = await replayWhatFits(program, earlier);
  const again = await tryPlan(program, planFor(program, schedule));
  await requireSameRun(program, trial.log, again.log);
  const missed = missedParts(program, { earlier, schedule }, trial.log);
  return {
    trial,
    replayed: {
      outcome: trial.outcome,
      ended: trial.ended,
      unit: program.runtime.lanes === "events" ? "events" : "switches",
      total: earlier.length,
      followed: earlier.length - missed.length,
      missed,
    },
  };
}

/** A schedule waits for a thread that does not exist yet; for one that never does, it would wait to the end of the run. */
async function replayWhatFits(program: ControlledProgram, earlier: Schedule) {
  let schedule = earlier;
  for (;;) {
    const trial = await tryPlan(program, planFor(program, schedule));
    const fitting = schedule.filter(({ lane }) => trial.log.lanes.has(lane));
    if (fitting.length === schedule.length || program.runtime.lanes === "events") return { schedule, trial };
    schedule = fitting;
  }
}

interface Adapted {
  readonly earlier: Schedule;
  /** What fits of it. */
  readonly schedule: Schedule;
}

function missedParts(
  { request, runtime }: ControlledProgram,
  { earlier, schedule }: Adapted,
  log: ScheduleLog,
): MissedPart[] {
  const unfollowed = new Map(unfollowedParts(schedule, log, runtime.lanes).map((each) => [each.segment, each]));
  const gone = (segment: Segment) => (schedule.includes(segment) ? [] : [{ segment, why: isGone }]);
  const missed = earlier.flatMap((segment) => unfollowed.get(segment) ?? gone(segment));
  return missed.map(({ segment, why }) => {
    const part = scheduleText([segment]);
    const place = request.verify?.places[part];
    return { part, why, ...(place === undefined ? {} : { place }) };
  });
}
