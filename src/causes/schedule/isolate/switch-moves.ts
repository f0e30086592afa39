import type { Schedule } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Outcome } from "../../../core/outcome.ts";
import { runStage, type Stage } from "../../../run/stage/stage.ts";
import { type Boundary, boundary, type FailingRange, failingRange } from "../../../search/boundary.ts";
import type { Observation } from "../../../trial/observation.ts";
import { type ControlledProgram, obtainLog, planFor, scheduleWorld } from "../control/controlled-program.ts";
import type { Interruption } from "./interruption.ts";

/** A search for switches. They make the program pass if it fails by default, so what is sought may be either outcome. */
export interface SwitchSearch {
  readonly program: ControlledProgram;
  /** `fail` for the outcome that the default schedule does not have. */
  readonly answer: (observation: Observation) => Outcome;
}

/** The schedule with one of its switches at another step of the same lane. */
export function withSwitchAt(schedule: Schedule, index: number, step: number): Schedule {
  return schedule.map((segment, i) => (i === index ? { lane: segment.lane, count: step } : segment));
}

/** Finds how far one of the needed switches can be moved without changing the outcome. */
export async function findSwitchRange(
  search: SwitchSearch,
  needed: Schedule,
  index: number,
): Promise<{ readonly range: FailingRange; readonly complete: boolean }> {
  const { lane, count } = needed[index]!;
  const before = needed.slice(0, index).findLast((segment) => segment.lane === lane)?.count ?? 0;
  const log = await obtainLog(search.program, planFor(search.program, needed));
  const last = log?.runs.findLast((run) => run.lane === lane)?.count ?? count;
  const limits = { from: before + 1, to: Math.max(count, last) };
  const end = await searchSteps<FailingRange>(search, {
    name: `place ${index + 1}`,
    lane,
    limits,
    search: failingRange(count, limits),
    scheduleAt: (step) => withSwitchAt(needed, index, step),
    size: ({ from, to }) => to - from + 1,
  });
  return { range: end.result ?? { from: count, to: count }, complete: end.complete };
}

/** Finds the schedule in which the last of the other lanes runs no further than it has to before the interrupted one continues. */
export async function shortenLastTurn(
  search: SwitchSearch,
  needed: Schedule,
  interruption: Interruption,
): Promise<{ readonly schedule: Schedule; readonly complete: boolean }> {
  if (interruption.continuesTo === undefined) return { schedule: interruption.schedule, complete: true };
  const { lane, from, to } = interruption.otherTurns.at(-1)!;
  const scheduleAt = (step: number) => withLastTurnTo(needed, interruption, step);
  const end = await searchSteps<Boundary>(search, {
    name: "other thread",
    lane,
    limits: { from: from + 1, to },
    search: boundary({ passing: from, failing: to }, { unresolved: "not-failing" }),
    scheduleAt,
    size: ({ failing }) => failing - from,
  });
  return { schedule: scheduleAt(end.result?.failing ?? to), complete: end.complete };
}

/** The needed switches, and after the interruption the other turns, the last of which ends at `step`. */
function withLastTurnTo(
  needed: Schedule,
  { index, lane, otherTurns, continuesTo = 0 }: Interruption,
  step: number,
): Schedule {
  const others = otherTurns.map((turn) => ({ lane: turn.lane, count: turn.to }));
  const last = { ...others.at(-1)!, count: step };
  return [
    ...needed.slice(0, index + 1),
    ...others.slice(0, -1),
    last,
    { lane, count: continuesTo },
    ...needed.slice(index + 1),
  ];
}

interface StepSearch<R> {
  readonly name: string;
  /** The lane whose step is sought, and between which steps. */
  readonly lane: string;
  readonly limits: FailingRange;
  readonly search: Stage<number, R>["search"];
  readonly scheduleAt: (step: number) => Schedule;
  readonly size: (result: R) => number;
}

function searchSteps<R>({ program, answer }: SwitchSearch, steps: StepSearch<R>) {
  const { name, lane, limits, search, scheduleAt, size } = steps;
  const total = limits.to - limits.from + 1;
  return runStage<number, R>(program.run, {
    search,
    answer,
    key: String,
    world: (step) => scheduleWorld(program, scheduleAt(step)),
    shown: (step) => ({ stage: name, set: `${lane}@${step}`, size: step }),
    total,
    unit: "places",
    sizes: (result) => ({ failing: size(result) }),
    start: { failing: total },
    summary: { name, search: "boundary" },
  });
}
