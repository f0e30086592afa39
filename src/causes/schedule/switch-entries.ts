import type { ScheduleLog } from "../../../runtimes/protocol/schedule-log.ts";
import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import { waitText } from "../../../runtimes/protocol/schedule-wait.ts";
import type { CauseEntry } from "../../core/finding.ts";
import type { Interrupted } from "./interrupted.ts";
import { type Place, placeText } from "./kind.ts";
import { movedTo } from "./room.ts";
import type { Switches } from "./switches.ts";
import { planOf, realise, type ScheduleTask } from "./task.ts";

/** A part of the answer, and the places that it names. */
export interface Named {
  readonly entry: CauseEntry;
  readonly places: readonly Place[];
}

/** The switches as people see them: which lane has to stop where, and what runs before it goes on; the tightest first. */
export async function switchEntries(task: ScheduleTask, { needed, interrupted }: Switches): Promise<Named[]> {
  const named: Named[] = [];
  for (const each of interrupted) named.push(await interruptedEntry(task, needed, each));
  const realised = await realise(task, planOf(task, needed));
  if (interrupted.length > 0 || !realised) return named;
  return Promise.all(needed.map((_, i) => earlyEntry(task, needed, realised, i)));
}

async function interruptedEntry(
  task: ScheduleTask,
  needed: Schedule,
  { i, lane, room, meanwhile, under }: Interrupted,
): Promise<Named> {
  // Stopped at a count, a lane has not yet done what it is at: the last thing that it did is where it was one step before.
  const did = await wheresAt(task, movedTo(needed, i, room.from), [{ lane, count: room.from - 1 }]);
  const next = await wheresAt(task, movedTo(needed, i, room.to), [{ lane, count: room.to }]);
  const points = meanwhile.flatMap((each) => [
    { lane: each.lane, count: each.from },
    { lane: each.lane, count: each.to - 1 },
  ]);
  const [from, to, ...ran] = await task.kind.places([...did, ...next, ...(await wheresAt(task, under, points))]);
  const others = meanwhile.map((stretch, n) => `${stretch.lane} runs ${stretchText(ran[2 * n]!, ran[2 * n + 1]!)}`);
  const where =
    placeText(from!) === placeText(to!) ? `at ${placeText(to!)}` : `between ${placeText(from!)} and ${placeText(to!)}`;
  const text = `${lane} is interrupted ${where} while ${others.join(" and ")}`;
  return named({ text, thread: lane, against: meanwhile.at(-1)!.lane }, [from!, to!, ...ran]);
}

/** Nobody goes on after it: what matters is that the one runs before the other one goes on. */
async function earlyEntry(task: ScheduleTask, needed: Schedule, realised: ScheduleLog, i: number): Promise<Named> {
  const { lane, count } = needed[i]!;
  const { runs } = realised;
  const planned = runs.findIndex((each) => each.lane === lane && each.count === count);
  // It may have ended, or crashed, before it got there.
  const at = planned === -1 ? runs.findLastIndex((each) => each.lane === lane) : planned;
  const run = runs[at];
  if (!run) return named({ text: `${lane} runs up to step ${count}`, thread: lane }, []);
  const before = runs[at - 1];
  const began =
    runs.slice(0, at).findLast((each) => each.lane === lane)?.where ?? realised.lanes.get(lane) ?? run.where;
  const places = await task.kind.places([run.where, began, before?.where ?? ""]);
  const [to, from, left] = places;
  const early = before ? ` before ${before.lane} goes on from ${placeText(left!)}` : "";
  const text = `${lane} runs ${stretchText(from!, to!)}${early}`;
  return named({ text, thread: lane, ...(before ? { against: before.lane } : {}) }, places);
}

function named(entry: CauseEntry, places: readonly Place[]): Named {
  const { file, line } = places[0] ?? {};
  const at = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
  return { entry: { ...entry, ...at }, places };
}

function stretchText(from: Place, to: Place): string {
  return from.text === to.text ? placeText(to) : `${from.text} → ${placeText(to)}`;
}

/** Where lanes are at a count in a run under a schedule: what they do next. */
async function wheresAt(task: ScheduleTask, schedule: Schedule, points: Schedule): Promise<string[]> {
  const realised = await realise(task, { ...planOf(task, schedule), watches: inOrder(points) });
  return points.map(({ lane, count }) => {
    const began = count === 0 ? realised?.lanes.get(lane) : undefined;
    const seen = [...(realised?.watched ?? []), ...(realised?.runs ?? [])];
    return began ?? seen.find((ran) => ran.lane === lane && ran.count === count)?.where ?? `step ${count}`;
  });
}

function inOrder(points: Schedule): Schedule {
  return points.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count);
}

/** Where nobody could go on: who waits for what; where all went on for ever: who was where. */
export async function waitNotes(task: ScheduleTask, schedule: Schedule): Promise<string[]> {
  const waits = (await realise(task, planOf(task, schedule)))?.waits ?? [];
  const places = await task.kind.places(waits.map(({ where }) => where));
  return waits.map((wait, i) => `${waitText(wait)} at ${placeText(places[i]!)}.`);
}
