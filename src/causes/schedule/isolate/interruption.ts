import type { LaneRun, ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Schedule } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { FailingRange } from "../../../search/boundary.ts";

/** A switch stops a lane on its way: others run, and the lane continues later or waits for ever. */
export interface Interruption {
  /** The index of the switch among those that are needed. */
  readonly index: number;
  readonly lane: string;
  /** The lane's own steps at which the switch may be. */
  readonly range: FailingRange;
  /** The turns of other lanes before this one continues, as far as they matter. */
  readonly otherTurns: readonly LaneTurn[];
  /** The lane's own step to which it runs when it continues; undefined: it never does. */
  readonly continuesTo: number | undefined;
  /** The schedule of the run in which this was seen. */
  readonly schedule: Schedule;
}

/** A lane runs from one of its own steps to another. */
export interface LaneTurn {
  readonly lane: string;
  readonly from: number;
  readonly to: number;
}

/** A run in which the needed switches were made, by a schedule that may have others too. */
export interface SwitchedRun {
  readonly needed: Schedule;
  readonly schedule: Schedule;
  readonly log: ScheduleLog;
}

/** The interruptions by the needed switches. The first is that whose switch can be moved the least: it says the most. */
export function interruptionsIn(run: SwitchedRun, ranges: readonly FailingRange[]): Interruption[] {
  const stepsOf = (lane: string) => run.log.runs.findLast((each) => each.lane === lane)!.count;
  const share = ({ lane, range }: Interruption) => (range.to - range.from) / stepsOf(lane);
  return run.needed
    .flatMap((_, index) => interruptionAt(run, index, ranges[index]) ?? [])
    .sort((a, b) => share(a) - share(b));
}

/** The interruption by one of the needed switches; undefined if the lane has nothing left to do, or nobody else runs. */
export function interruptionAt(
  { needed, schedule, log }: SwitchedRun,
  index: number,
  range: FailingRange | undefined,
): Interruption | undefined {
  const { runs } = log;
  const { lane, count } = needed[index]!;
  const stopped = runs.findIndex((run) => run.lane === lane && run.count === count);
  const continued = runs.findIndex((run, i) => i > stopped && run.lane === lane);
  const wait = log.waits.find((each) => each.lane === lane);
  if (stopped === -1 || (continued === -1 && !wait && !wasCutOff(log, runs[stopped]!))) return undefined;
  const between = runs
    .slice(stopped + 1, continued === -1 ? undefined : continued)
    .map((run, i) => turnOf(run, runs.slice(0, stopped + 1 + i)));
  // Other turns only lead from one of these to the next.
  const holders = between.filter((turn) => turn.lane === wait?.holder);
  const planned = between.filter((turn) => needed.some((segment) => segment.lane === turn.lane));
  const otherTurns = [holders, planned, between].find((turns) => turns.length > 0);
  if (!otherTurns) return undefined;
  return {
    index,
    lane,
    range: range ?? { from: count, to: count },
    otherTurns,
    continuesTo: runs[continued]?.count,
    schedule,
  };
}

/** Another lane crashed, and with it the program, before this one had ended. */
function wasCutOff({ end = "", runs }: ScheduleLog, { lane, where }: LaneRun): boolean {
  return end.startsWith("signal") && runs.at(-1)!.lane !== lane && !where.endsWith("!ends");
}

function turnOf({ lane, count }: LaneRun, before: readonly LaneRun[]): LaneTurn {
  return { lane, from: before.findLast((run) => run.lane === lane)?.count ?? 0, to: count };
}
