import type { LaneRun, ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Schedule, Segment } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Excerpt } from "../../../core/finding.ts";
import { type ControlledProgram, obtainLog, planFor } from "../control/controlled-program.ts";
import type { Place } from "../control/place.ts";
import type { Interruption } from "../isolate/interruption.ts";
import { withSwitchAt } from "../isolate/switch-moves.ts";
import type { NeededSwitches } from "../isolate/switches.ts";
import { excerptsOf } from "./excerpts.ts";

/** The places that the needed switches are about. */
export interface SwitchEvidence {
  readonly interruptions: readonly LocatedInterruption[];
  /** In place of interruptions, if there are none. */
  readonly earlyTurns: readonly EarlyTurn[];
  readonly excerpts: readonly Excerpt[];
}

/** A lane is interrupted after one place and before another, while other lanes run. */
export interface LocatedInterruption {
  readonly lane: string;
  readonly after: Place;
  readonly before: Place;
  readonly otherTurns: readonly LocatedTurn[];
}

export interface LocatedTurn {
  readonly lane: string;
  readonly from: Place;
  readonly to: Place;
}

/** A lane runs before another one continues. */
export interface EarlyTurn {
  readonly segment: Segment;
  /** Undefined if the lane did not run. */
  readonly turn: LocatedTurn | undefined;
  /** The lane that would have run, and where it was; undefined if there was no other. */
  readonly ahead: { readonly lane: string; readonly place: Place } | undefined;
}

/** Runs the program so that it logs where its lanes are at each of the switches. */
export async function collectSwitchEvidence(
  program: ControlledProgram,
  { needed, interruptions }: NeededSwitches,
): Promise<SwitchEvidence> {
  const { cwd } = program.request;
  const located: LocatedInterruption[] = [];
  for (const each of interruptions) located.push(await locateInterruption(program, needed, each));
  const [first] = located;
  if (first) {
    const places = [first.after, first.before, ...first.otherTurns.flatMap(({ from, to }) => [from, to])];
    return { interruptions: located, earlyTurns: [], excerpts: excerptsOf(places, cwd) };
  }
  const log = await obtainLog(program, planFor(program, needed));
  const earlyTurns = log ? await Promise.all(needed.map((segment) => locateEarlyTurn(program, log, segment))) : [];
  const { turn, ahead } = earlyTurns[0] ?? {};
  const places = [turn?.to, turn?.from, ahead?.place].filter((place) => place !== undefined);
  return { interruptions: [], earlyTurns, excerpts: excerptsOf(places, cwd) };
}

async function locateInterruption(
  program: ControlledProgram,
  needed: Schedule,
  { index, lane, range, otherTurns, schedule }: Interruption,
): Promise<LocatedInterruption> {
  // A lane that is stopped at a step has not done it yet: what it did last is the step before.
  const after = await logSteps(program, withSwitchAt(needed, index, range.from), [{ lane, count: range.from - 1 }]);
  const before = await logSteps(program, withSwitchAt(needed, index, range.to), [{ lane, count: range.to }]);
  const turnEnds = otherTurns.flatMap((turn) => [
    { lane: turn.lane, count: turn.from },
    { lane: turn.lane, count: Math.max(turn.from, turn.to - 2) },
    { lane: turn.lane, count: turn.to - 1 },
  ]);
  const logged = [...after, ...before, ...(await logSteps(program, schedule, turnEnds))];
  const [first, second, ...ends] = await program.runtime.findPlaces(logged);
  return {
    lane,
    after: first!,
    before: second!,
    otherTurns: otherTurns.map(({ lane: other }, i) => {
      const [from, earlier, last] = ends.slice(3 * i, 3 * i + 3);
      // Of a thread that ran to its end, what it did last says more than its return.
      return { lane: other, from: from!, to: last!.does === "returns" ? earlier! : last! };
    }),
  };
}

/** Runs the program under a schedule that logs the given steps; what is logged is what the lane does next. */
async function logSteps(program: ControlledProgram, schedule: Schedule, steps: Schedule): Promise<string[]> {
  const watches = steps.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count);
  const log = await obtainLog(program, { ...planFor(program, schedule), watches });
  return steps.map(({ lane, count }) => {
    const start = count === 0 ? log?.lanes.get(lane) : undefined;
    const logged = [...(log?.watched ?? []), ...(log?.runs ?? [])];
    return start ?? logged.find((run) => run.lane === lane && run.count === count)?.where ?? `step ${count}`;
  });
}

async function locateEarlyTurn(program: ControlledProgram, log: ScheduleLog, segment: Segment): Promise<EarlyTurn> {
  const { lane, count } = segment;
  const { runs } = log;
  const planned = runs.findIndex((run) => run.lane === lane && run.count === count);
  // The lane may have ended, or crashed, before it got there.
  const at = planned === -1 ? runs.findLastIndex((run) => run.lane === lane) : planned;
  const run = runs[at];
  if (!run) return { segment, turn: undefined, ahead: undefined };
  const earlier = runs.slice(0, at);
  const previous = earlier.at(-1) ?? laneThatHasToBegin(log, lane);
  const start = earlier.findLast((each) => each.lane === lane)?.where ?? log.lanes.get(lane) ?? run.where;
  const [from, to, place] = await program.runtime.findPlaces([start, run.where, previous?.where ?? ""]);
  return {
    segment,
    turn: { lane, from: from!, to: to! },
    ahead: previous && { lane: previous.lane, place: place! },
  };
}

/** If the first turn is the one that matters, another lane had been created and did not get to run. */
function laneThatHasToBegin({ lanes }: ScheduleLog, running: string): Pick<LaneRun, "lane" | "where"> | undefined {
  const other = [...lanes].find(([lane]) => lane !== running);
  return other && { lane: other[0], where: other[1] };
}
