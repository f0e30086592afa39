import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Excerpt } from "../../../core/finding.ts";
import type { Swap } from "../../../search/order-path.ts";
import { withShortCallers } from "../callers.ts";
import { type ControlledProgram, obtainLog, planFor } from "../control/controlled-program.ts";
import type { Place } from "../control/place.ts";
import type { NearestOrders } from "../isolate/event-order.ts";
import { distinctTexts, lineage } from "../origin.ts";
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
  const alike = swaps.filter(({ first, second }) => isSamePlace(places.get(first)!, places.get(second)!));
  const whereOf = alike.length === 0 ? () => undefined : await traceEvents(program, failing, { swaps: alike, logs });
  return {
    swaps: swaps.map((swap) => ({
      ...swap,
      places: placesOf(swap, places, alike.includes(swap) ? whereOf : undefined),
    })),
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

function isSamePlace(one: Place, other: Place): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}

type WhereOf = (event: string) => string | undefined;

/** Runs the program once more, to see which lines called where the events, and those that led to them, were created. */
async function traceEvents(
  program: ControlledProgram,
  order: NearestOrders["failing"],
  { swaps, logs }: { readonly swaps: readonly Swap[]; readonly logs: readonly ScheduleLog[] },
): Promise<WhereOf> {
  const events = new Set(swaps.flatMap(({ first, second }) => [...lineage(first), ...lineage(second)]));
  const watches = [...events].map((lane) => ({ lane, count: 1 }));
  const traced = await obtainLog(program, { ...planFor(program, order), watches });
  const known = new Map(logs.flatMap((log) => [...log.lanes]));
  for (const { lane, where } of traced?.watched ?? []) known.set(lane, where);
  const texts = withShortCallers([...known.values()]);
  const short = new Map([...known.keys()].map((event, i) => [event, texts[i]!]));
  return (event) => short.get(event);
}

/** The places of two events; if they are the same, told apart by what is known with `whereOf`. */
function placesOf(swap: Swap, places: Places, whereOf: WhereOf | undefined): LocatedSwap["places"] {
  const [one, other] = [places.get(swap.first)!, places.get(swap.second)!];
  if (whereOf === undefined) return [one, other];
  const [a, b] = distinctTexts(swap, whereOf);
  return [
    { ...one, text: a },
    { ...other, text: b },
  ];
}
