import type { LaneRun, ScheduleLog } from "../../../runtimes/protocol/schedule-log.ts";
import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import type { FailingRange } from "../../search/boundary.ts";

/** A lane that is interrupted, and goes on later or waits for ever. */
export interface Interrupted {
  /** Which of the switches. */
  readonly i: number;
  readonly lane: string;
  /** From where to where it may be interrupted. */
  readonly room: FailingRange;
  /** What runs before it goes on. */
  readonly meanwhile: readonly Stretch[];
  /** Up to which of its own steps it goes on then; undefined: it cannot. */
  readonly goesOn: number | undefined;
  /** The schedule under which it is so. */
  readonly under: Schedule;
}

/** A lane runs from one of its own counts to another; what it does last is what matters. */
export interface Stretch {
  readonly lane: string;
  readonly from: number;
  readonly to: number;
}

/** The lanes that switches interrupt, the tightest first: the less a switch can be moved, the more it says. */
export function interruptedIn(realised: ScheduleLog, needed: Schedule, rooms: readonly FailingRange[]): Interrupted[] {
  const all = (lane: string) => realised.runs.findLast((each) => each.lane === lane)!.count;
  const share = ({ lane, room }: Interrupted) => (room.to - room.from) / all(lane);
  return needed
    .flatMap((_, i) => interruptedAt({ realised, under: needed }, needed, i, rooms[i]) ?? [])
    .sort((a, b) => share(a) - share(b));
}

/** How one of the switches that are needed interrupts its lane in a run under some schedule. */
export function interruptedAt(
  { realised, under }: { readonly realised: ScheduleLog; readonly under: Schedule },
  needed: Schedule,
  i: number,
  room: FailingRange | undefined,
): Interrupted | undefined {
  const { runs } = realised;
  const { lane, count } = needed[i]!;
  const at = runs.findIndex((each) => each.lane === lane && each.count === count);
  const back = runs.findIndex((each, n) => n > at && each.lane === lane);
  const waits = realised.waits.find((each) => each.lane === lane);
  if (at === -1 || (back === -1 && !waits)) return undefined;
  const between = runs
    .slice(at + 1, back === -1 ? undefined : back)
    .map((each, n) => stretchOf(runs, each, at + 1 + n));
  // Those that only lead from one to the other are of no interest.
  const holders = between.filter((each) => each.lane === waits?.holder);
  const planned = between.filter((each) => needed.some((segment) => segment.lane === each.lane));
  const meanwhile = [holders, planned, between].find((each) => each.length > 0);
  if (!meanwhile) return undefined;
  return { i, lane, room: room ?? { from: count, to: count }, meanwhile, goesOn: runs[back]?.count, under };
}

function stretchOf(runs: readonly LaneRun[], { lane, count }: LaneRun, at: number): Stretch {
  const before = runs.slice(0, at).findLast((each) => each.lane === lane);
  return { lane, from: before?.count ?? 0, to: count };
}
