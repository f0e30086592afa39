import type { CauseEntry } from "../../core/finding.ts";
import type { Place } from "./kind.ts";
import type { Ran, Realised } from "./log.ts";
import type { Schedule } from "./schedule.ts";
import type { Switches } from "./switches.ts";
import { planOf, realisedUnder, type Task } from "./task.ts";

/** A lane that is interrupted and goes on later. */
interface Interrupted {
  readonly i: number;
  /** How far the switch can be moved, as a share of all that the lane does: the smaller, the more it says. */
  readonly share: number;
  /** What runs before it goes on. */
  readonly meanwhile: readonly Ran[];
}

/** The switches as people see them: which lane has to stop where, and what runs before it goes on; the tightest first. */
export async function switchEntries(task: Task, { needed, rooms }: Switches): Promise<CauseEntry[]> {
  const realised = realisedUnder(task, planOf(task, needed));
  if (!realised) return [];
  const interrupted = needed
    .flatMap((_, i) => interruptedAt(realised, needed, i, rooms[i]) ?? [])
    .sort((a, b) => a.share - b.share);
  if (interrupted.length === 0) return Promise.all(needed.map((_, i) => earlyEntry(task, needed, realised, i)));
  return Promise.all(interrupted.map((each) => entryOf(task, { needed, rooms, realised }, each)));
}

/** Nobody goes on after it: what matters is that the one runs before the other one goes on. */
async function earlyEntry(task: Task, needed: Schedule, realised: Realised, i: number): Promise<CauseEntry> {
  const { lane, count } = needed[i]!;
  const { ran } = realised;
  const planned = ran.findIndex((each) => each.lane === lane && each.count === count);
  // It may have ended, or crashed, before it got there.
  const at = planned === -1 ? ran.findLastIndex((each) => each.lane === lane) : planned;
  const run = ran[at];
  if (!run) return { text: `${lane} runs up to step ${count}`, thread: lane };
  const before = ran[at - 1];
  const [from, to, left] = await task.kind.places([startOf(realised, run), run.where, before?.where ?? ""]);
  const early = before ? ` before ${before.lane} goes on from ${left!.text}` : "";
  return {
    text: `${lane} runs ${stretch(from!, to!)}${early}`,
    thread: lane,
    ...(to!.file === undefined ? {} : { file: to!.file }),
    ...(to!.line === undefined ? {} : { line: to!.line }),
  };
}

/** Where nobody could go on: who waits for what. */
export async function waitNotes(task: Task, schedule: Schedule): Promise<string[]> {
  const waits = realisedUnder(task, planOf(task, schedule))?.waits ?? [];
  const places = await task.kind.places(waits.map(({ where }) => where));
  return waits.map(({ lane, what }, i) => `${lane} waits for ${what} at ${places[i]!.text}.`);
}

function interruptedAt(
  { ran }: Realised,
  needed: Schedule,
  i: number,
  room: { readonly from: number; readonly to: number } | undefined,
): Interrupted | undefined {
  const { lane, count } = needed[i]!;
  const at = ran.findIndex((each) => each.lane === lane && each.count === count);
  const back = ran.findIndex((each, n) => n > at && each.lane === lane);
  if (at === -1 || back === -1) return undefined;
  const all = ran.findLast((each) => each.lane === lane)!.count;
  const between = ran.slice(at + 1, back);
  // Those that only lead from one to the other are of no interest.
  const planned = between.filter((each) => needed.some((segment) => segment.lane === each.lane));
  const meanwhile = planned.length > 0 ? planned : between;
  return { i, share: room ? (room.to - room.from) / all : 0, meanwhile };
}

interface Found extends Pick<Switches, "needed" | "rooms"> {
  readonly realised: Realised;
}

async function entryOf(
  task: Task,
  { needed, rooms, realised }: Found,
  { i, meanwhile }: Interrupted,
): Promise<CauseEntry> {
  const { lane, count } = needed[i]!;
  const room = rooms[i] ?? { from: count, to: count };
  const wheres = [room.from, room.to].map((at) => whereAt(task, needed, i, at));
  const starts = meanwhile.map((ran) => startOf(realised, ran));
  const [from, to, ...places] = await task.kind.places([
    ...wheres,
    ...meanwhile.flatMap((ran, n) => [starts[n]!, ran.where]),
  ]);
  const others = meanwhile.map((ran, n) => `${ran.lane} runs ${stretch(places[2 * n]!, places[2 * n + 1]!)}`);
  return {
    text: `${lane} is interrupted ${from!.text === to!.text ? `at ${from!.text}` : `between ${from!.text} and ${to!.text}`} while ${others.join(" and ")}`,
    thread: lane,
    ...(from!.file === undefined ? {} : { file: from!.file }),
    ...(from!.line === undefined ? {} : { line: from!.line }),
  };
}

function stretch(from: Place, to: Place): string {
  return from.text === to.text ? to.text : `${from.text} → ${to.text}`;
}

/** Where a lane began the stretch that it ran: where it had stopped before. */
function startOf({ ran, lanes }: Realised, stretch: Ran): string {
  const before = ran.slice(0, ran.indexOf(stretch)).findLast(({ lane }) => lane === stretch.lane);
  return before?.where ?? lanes.get(stretch.lane) ?? stretch.where;
}

/** Where a lane is when it is stopped at a count: what was tested tells. */
function whereAt(task: Task, needed: Schedule, i: number, count: number): string {
  const { lane } = needed[i]!;
  const schedule = needed.map((each, n) => (n === i ? { lane, count } : each));
  const realised = realisedUnder(task, planOf(task, schedule));
  return realised?.ran.find((ran) => ran.lane === lane && ran.count === count)?.where ?? `step ${count}`;
}
