import type { LaneRun, ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import { OutOfTime } from "../../../../runtimes/schedule-events/test-body/body-errors.ts";
import type { Swap } from "../../../search/order-path.ts";
import { withShortCallers } from "../callers.ts";
import { distinctTexts, lineage } from "../origin.ts";
import { errorLine } from "./error-identity.ts";
import type { DecisiveSwaps } from "./event-orders.ts";

/** What is known about the failure of a body. */
export interface BodyFailure {
  readonly error: unknown;
  /** A failing run. */
  readonly failing: ScheduleLog;
  /** For the option `replay`. */
  readonly schedule: string;
  /** The number of schedules that were tried. */
  readonly tried: number;
  /** What makes it fail, and a passing run that differs in nothing else. */
  readonly decisive?: DecisiveSwaps | undefined;
  readonly passing?: ScheduleLog | undefined;
  /** In milliseconds, if it ended the search early. */
  readonly budget?: number | undefined;
  /** If nothing decisive was found, why; or undefined if it was not searched for. */
  readonly reason?: string | undefined;
}

export const moreTime =
  "To give it more, use explore(body, { budget: MS }), and let the test's own time limit be longer than that.";

/** The message about a failure. */
export function failureText(failure: BodyFailure): string {
  const { error, failing, decisive, schedule, tried, budget } = failure;
  const whereOf = eventTexts(failure);
  const events = failing.runs.map((run) => ({ ...run, where: whereOf(run.lane) ?? run.where }));
  const parts = [
    headline(failure, whereOf),
    `    ${errorLine(error)}`,
    events.length === 0 ? "" : `${eventsTitle(failure)}:\n\n${columns(events, decisive)}`,
    waitsText(failing),
    failing.uncontrolled.length > 0 ? `Not controlled, so runs may differ: ${failing.uncontrolled.join(", ")}.` : "",
    budget === undefined ? "" : `The budget of explore, ${budget} ms, is over. ${moreTime}`,
    `Tried ${tried} ${tried === 1 ? "schedule" : "schedules"}. To run exactly this one again:\n\n    explore(body, { replay: ${JSON.stringify(schedule)} })`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function eventsTitle({ error, decisive }: BodyFailure): string {
  if (error instanceof OutOfTime) return "Events until then";
  return `Events in the failing order${decisive ? " (> decides)" : ""}`;
}

/** The kind and the place of each event that ran, in the failing run or in the passing one. */
function eventTexts({ failing, passing }: BodyFailure): (event: string) => string | undefined {
  const runs = [...(passing?.runs ?? []), ...failing.runs];
  const texts = withShortCallers(runs.map(({ where }) => where));
  const known = new Map(runs.map(({ lane }, i) => [lane, texts[i]!]));
  return (event) => known.get(event);
}

function headline({ decisive, reason }: BodyFailure, whereOf: ReturnType<typeof eventTexts>): string {
  if (!decisive) return reason ?? "It fails.";
  const conditions = decisive.swaps.map((swap) => distinctTexts(swap, whereOf).join(" runs before "));
  if (conditions.length === 1) return `It fails if ${conditions[0]}.`;
  const rows = conditions.slice(0, maxRows).map((each) => `    ${each}`);
  const more = conditions.length > maxRows ? [`    (${conditions.length - maxRows} more)`] : [];
  const all = "It fails if all of these hold, and passes if none does; the orders tried in between fail in other ways:";
  return [all, "", ...rows, ...more].join("\n");
}

function waitsText({ waits }: ScheduleLog): string {
  return waits.length === 0
    ? ""
    : ["It waits for:", ...waits.map(({ kind, where }) => `    ${kind} ${where}`)].join("\n");
}

/** Maximum number of rows. Of a longer order, the part around the decisive events is shown. */
const maxRows = 24;

/** The events in their order. If one swap decides, those that come from the second event's branch stand on the right. */
function columns(events: readonly LaneRun[], decisive: DecisiveSwaps | undefined): string {
  const swaps = decisive?.swaps ?? [];
  const deciding = new Set(swaps.flatMap(({ first, second }) => [first, second]));
  const [from, to] = shownRange(events, deciding);
  const isRight = swaps.length === 1 ? isInSecondBranch(swaps[0]!) : () => false;
  const shown = events.slice(from, to);
  const width = Math.max(0, ...shown.filter(({ lane }) => !isRight(lane)).map(({ where }) => where.length)) + 4;
  const rows = shown.map(({ lane, where }) => {
    const mark = deciding.has(lane) ? ">" : " ";
    return `  ${mark} ${isRight(lane) ? " ".repeat(width) : ""}${where}`;
  });
  const before = from > 0 ? [`    (${from} before)`] : [];
  const after = to < events.length ? [`    (${events.length - to} more)`] : [];
  return [...before, ...rows, ...after].join("\n");
}

function shownRange(events: readonly LaneRun[], deciding: ReadonlySet<string>): [from: number, to: number] {
  if (events.length <= maxRows) return [0, events.length];
  const middle = deciding.size > 0 ? events.findIndex(({ lane }) => deciding.has(lane)) : events.length;
  const from = Math.min(Math.max(0, middle - maxRows / 2), events.length - maxRows);
  return [from, from + maxRows];
}

/** Whether an event comes from the branch of the second one, below where the ancestors of the two differ. */
function isInSecondBranch({ first, second }: Swap): (lane: string) => boolean {
  const ancestors = new Set(lineage(first));
  const branch = lineage(second).find((each) => !ancestors.has(each));
  return (lane) => branch !== undefined && lineage(lane).includes(branch);
}
