import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Schedule, Segment } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Lanes } from "../request.ts";

/** A part of a schedule that a run did not follow, and why. */
export interface Unfollowed {
  readonly segment: Segment;
  readonly why: string;
}

/** The parts of a schedule that a run did not follow: it skips what it cannot follow. */
export function unfollowedParts(schedule: Schedule, log: ScheduleLog, lanes: Lanes): Unfollowed[] {
  return lanes === "events" ? unfollowedEvents(schedule, log) : unfollowedSegments(schedule, log);
}

/** Why a part of a schedule cannot be followed whose lane there is not. */
export const isGone = "no longer exists";

/** An event is out of order if one that the schedule has later ran before it. */
function unfollowedEvents(schedule: Schedule, { runs, lanes }: ScheduleLog): Unfollowed[] {
  const ranAt = new Map(runs.map(({ lane }, i) => [lane, i]));
  const unfollowed: Unfollowed[] = [];
  let earliestLater = Number.POSITIVE_INFINITY;
  for (const segment of schedule.toReversed()) {
    const at = ranAt.get(segment.lane);
    if (at === undefined) unfollowed.push({ segment, why: lanes.has(segment.lane) ? "did not run" : isGone });
    else if (at > earliestLater) unfollowed.push({ segment, why: "could not run before the events that follow it" });
    earliestLater = Math.min(earliestLater, at ?? earliestLater);
  }
  return unfollowed.reverse();
}

/**
 * Goes through the turns of a run as the runtimes go through a plan: a segment ends when its lane has taken that many steps, is
 * skipped when its lane cannot run, and waits for a lane that does not exist yet. A lane that has not run yet can run as soon as it
 * exists, so if another one has a turn instead, it does not exist.
 */
function unfollowedSegments(schedule: Schedule, log: ScheduleLog): Unfollowed[] {
  const steps = new Map<string, number>();
  const unfollowed: Unfollowed[] = [];
  const skip = (segment: Segment, why: string) => unfollowed.push({ segment, why: whyMissing(segment, log) ?? why });
  let at = 0;
  for (const { lane, count } of log.runs) {
    while (at < schedule.length && (steps.get(lane) ?? 0) < count) {
      const segment = schedule[at]!;
      const own = steps.get(segment.lane);
      if (segment.lane !== lane) {
        if (own === undefined) break;
        skip(segment, own < segment.count ? `could not be reached: ${segment.lane} has to wait` : wasPassed);
      } else if ((own ?? 0) >= segment.count) skip(segment, wasPassed);
      else if (count < segment.count) break;
      else steps.set(lane, segment.count);
      at++;
    }
    steps.set(lane, count);
  }
  for (const segment of schedule.slice(at)) skip(segment, "could not be reached");
  return unfollowed;
}

const wasPassed = "was passed before";

/** Why a segment cannot be followed whatever happens: its lane never gets so far. */
function whyMissing({ lane, count }: Segment, { lanes, runs }: ScheduleLog): string | undefined {
  const last = runs.findLast((run) => run.lane === lane)?.count;
  if (last === undefined) return lanes.has(lane) ? "did not run" : isGone;
  return last < count ? `no longer exists (${lane} takes only ${last} steps)` : undefined;
}
