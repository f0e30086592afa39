import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Excerpt } from "../../../core/finding.ts";
import { type ControlledProgram, obtainLog, planFor } from "../control/controlled-program.ts";
import type { Place } from "../control/place.ts";
import type { NearestOrders } from "../isolate/event-order.ts";
import type { Swap } from "../order-path.ts";
import { origins } from "../origin.ts";
import { excerptsOf } from "./excerpts.ts";

/** The places that the events whose order decides were created at. */
export interface OrderEvidence {
  readonly swaps: readonly LocatedSwap[];
  readonly excerpts: readonly Excerpt[];
}

export interface LocatedSwap extends Swap {
  readonly places: readonly [first: Place, second: Place];
}

/** Maximum number of places to show with their source. */
const maxExcerpts = 8;

/** Finds what the swapped events are, in the logs of both orders: an event may come in only one of them. */
export async function collectOrderEvidence(
  program: ControlledProgram,
  { failing, passing, swaps }: NearestOrders,
): Promise<OrderEvidence> {
  const found = [
    await obtainLog(program, planFor(program, failing)),
    await obtainLog(program, planFor(program, passing)),
  ];
  const logs = found.filter((log) => log !== undefined);
  const places = await locateEvents(
    program,
    logs,
    swaps.flatMap(({ first, second }) => [first, second]),
  );
  return {
    swaps: swaps.map((swap) => ({ ...swap, places: distinctPlaces(swap, places, logs) })),
    excerpts: excerptsOf([...places.values()].slice(0, maxExcerpts), program.request.cwd),
  };
}

type Places = ReadonlyMap<string, Place>;

async function locateEvents({ runtime }: ControlledProgram, logs: readonly ScheduleLog[], events: readonly string[]) {
  const runs = logs.flatMap((log) => log.runs);
  const logged = events.map((event) => runs.find((run) => run.lane === event)?.where ?? `event ${event}`);
  const places = await runtime.findPlaces(logged);
  return new Map(events.map((event, i) => [event, places[i]!]));
}

/** The places of two events. If these are the same line, what led to each event is added, or else its id. */
function distinctPlaces({ first, second }: Swap, places: Places, logs: readonly ScheduleLog[]): LocatedSwap["places"] {
  const [one, other] = [places.get(first)!, places.get(second)!];
  if (one.file !== other.file || one.line !== other.line) return [one, other];
  const placeOf = (event: string) => logs.map((log) => log.lanes.get(event)).find((place) => place !== undefined);
  const causes = origins(first, second, placeOf)?.map((place) => `after ${place}`);
  const [a, b] = causes ?? [`event ${first}`, `event ${second}`];
  return [
    { ...one, text: `${one.text} (${a})` },
    { ...other, text: `${other.text} (${b})` },
  ];
}
