import type { LaneRun as Event, ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Swap } from "../order-path.ts";
import { lineage } from "../origin.ts";
import { shownError } from "./failure.ts";
import type { Decisive } from "./orders.ts";

/** What was found out about a failure. */
export interface Found {
  readonly error: unknown;
  /** The run that fails, or one of them. */
  readonly failing: ScheduleLog;
  /** The run that passes and differs only in what decides. */
  readonly passing?: ScheduleLog | undefined;
  readonly decisive?: Decisive | undefined;
  /** For `replay`. */
  readonly schedule: string;
  readonly tried: number;
  /** Why there is no more to say. */
  readonly but?: string | undefined;
}

export function tell(found: Found): string {
  const { error, failing, decisive, schedule, tried } = found;
  const parts = [
    headline(found),
    `    ${shownError(error)}`,
    `Events in the order in which it fails${decisive ? " (> decides)" : ""}:\n\n${columns(failing.runs, decisive)}`,
    waitsText(failing),
    failing.uncontrolled.length > 0 ? `Not controlled, so it may differ: ${failing.uncontrolled.join(", ")}.` : "",
    `Tried ${tried} ${tried === 1 ? "schedule" : "schedules"}. To run exactly this one again:\n\n    explore(body, { replay: ${JSON.stringify(schedule)} })`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function headline({ failing, passing, decisive, but }: Found): string {
  if (!decisive) return `It fails${but === undefined ? "." : `; ${but}`}`;
  const where = (lane: string) => placeOf([failing, passing], lane);
  const told = decisive.swaps.map(({ first, second }) => `${where(first)} runs before ${where(second)}`);
  if (told.length === 1) return `It fails if ${told[0]}.`;
  const more = told.length > mostRows ? [`    (${told.length - mostRows} more)`] : [];
  const rows = told.slice(0, mostRows).map((each) => `    ${each}`);
  const all =
    "It fails if all of this is so, and passes if none of it is; the orders tried between fail in other ways:";
  return [all, "", ...rows, ...more].join("\n");
}

function waitsText({ waits }: ScheduleLog): string {
  return waits.length === 0
    ? ""
    : ["It waits for:", ...waits.map(({ kind, where }) => `    ${kind} ${where}`)].join("\n");
}

function placeOf(runs: readonly (ScheduleLog | undefined)[], lane: string): string {
  const event = runs.flatMap((run) => run?.runs.find((ran) => ran.lane === lane) ?? [])[0];
  return event?.where ?? `event ${lane}`;
}

/** Longer orders are shown around what decides. */
const mostRows = 24;

/** Where one swap decides, what comes of the second event's branch stands to the right of the rest. */
function columns(ran: readonly Event[], decisive: Decisive | undefined): string {
  const swaps = decisive?.swaps ?? [];
  const deciding = new Set(swaps.flatMap(({ first, second }) => [first, second]));
  const [at, end] = windowOf(ran, deciding);
  const isRight = swaps.length === 1 ? besides(swaps[0]!) : () => false;
  const shown = ran.slice(at, end);
  const width = Math.max(0, ...shown.filter(({ lane }) => !isRight(lane)).map(({ where }) => where.length)) + 4;
  const rows = shown.map(({ lane, where }) => {
    const mark = deciding.has(lane) ? ">" : " ";
    return `  ${mark} ${isRight(lane) ? " ".repeat(width) : ""}${where}`;
  });
  const before = at > 0 ? [`    (${at} before)`] : [];
  const after = end < ran.length ? [`    (${ran.length - end} more)`] : [];
  return [...before, ...rows, ...after].join("\n");
}

function windowOf(ran: readonly Event[], deciding: ReadonlySet<string>): [from: number, to: number] {
  if (ran.length <= mostRows) return [0, ran.length];
  const middle = deciding.size > 0 ? ran.findIndex(({ lane }) => deciding.has(lane)) : ran.length;
  const from = Math.min(Math.max(0, middle - mostRows / 2), ran.length - mostRows);
  return [from, from + mostRows];
}

/** Whether an event comes of the branch of the second one, below where the two part. */
function besides({ first, second }: Swap): (lane: string) => boolean {
  const led = new Set(lineage(first));
  const parted = lineage(second).find((each) => !led.has(each));
  return (lane) => parted !== undefined && lineage(lane).includes(parted);
}
