import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ScheduleLog } from "../../../runtimes/protocol/schedule-log.ts";
import { type Schedule, scheduleText } from "../../../runtimes/protocol/schedule-plan.ts";
import { commandLine } from "../../core/command-line.ts";
import type { CauseEntry, Finding, Story } from "../../core/finding.ts";
import type { Conclusion } from "../../run/conclusion.ts";
import type { Refusal } from "../../run/reproduce.ts";
import { storyOf } from "../../run/story.ts";
import { shortPath } from "../../world/files/short-path.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import { excerptsOf } from "./excerpts.ts";
import type { Explored } from "./explore.ts";
import type { Interleaving, ScheduleFinding } from "./finding.ts";
import { interleavingOf } from "./interleaving.ts";
import type { Place } from "./kind.ts";
import type { Orders } from "./order.ts";
import type { Swap } from "./order-path.ts";
import { origins } from "./origin.ts";
import { switchEntries, waitNotes } from "./switch-entries.ts";
import type { Switches } from "./switches.ts";
import { planOf, realise, type ScheduleTask } from "./task.ts";

interface Explained {
  readonly conclusion: Conclusion;
  readonly explored: Explored;
}

export function refusedStory(task: ScheduleTask, refusal: Refusal): Story<ScheduleFinding> {
  return storyOf<ScheduleFinding>(task.run, task.request, {
    conclusion: { ...refusal, minimal: false, assumptions: [] },
    details: { goal: "simplify", search: "explore", deltas: { total: 0, cause: 0 }, by: "switches" },
  });
}

interface FoundSwitches extends Explained {
  readonly found: Switches;
  readonly failing: Schedule;
  readonly passing: Schedule;
}

/** The switches that matter: between which two places each has to be, and what has to run meanwhile. */
export async function switchesStory(
  task: ScheduleTask,
  { conclusion, explored, found, failing, passing }: FoundSwitches,
): Promise<Story<ScheduleFinding>> {
  const { needed, total } = found;
  const named = await switchEntries(task, found);
  return storyOf<ScheduleFinding>(task.run, task.request, {
    conclusion,
    details: {
      goal: "simplify",
      search: "auto",
      by: "switches",
      deltas: { total, cause: needed.length },
      cause: named.map(({ entry }) => entry),
      notes: [...(await waitNotes(task, failing)), ...notesOf(explored)],
      ...(await schedulesOf(task, explored, { failing, passing })),
    },
    excerpts: excerptsOf(named[0]?.places ?? [], task.request.cwd),
  });
}

/** The two events whose order decides. */
export async function orderStory(
  task: ScheduleTask,
  { conclusion, explored, found }: Explained & { readonly found: Orders },
): Promise<Story<ScheduleFinding>> {
  const { failing, passing, swaps, total } = found;
  // One that comes second may not come at all where it fails.
  const runs = [await realise(task, planOf(task, failing)), await realise(task, planOf(task, passing))];
  const events = await eventsOf(
    task,
    runs,
    swaps.flatMap(({ first, second }) => [first, second]),
  );
  return storyOf<ScheduleFinding>(task.run, task.request, {
    conclusion,
    details: {
      goal: "isolate",
      search: "boundary",
      by: "swaps",
      deltas: { total, cause: swaps.length },
      cause: swaps.map((swap) => entryOf(swap, toldApart(swap, events, runs))),
      notes: [...(await waitNotes(task, failing)), ...notesOf(explored)],
      ...(await schedulesOf(task, explored, found)),
    },
    excerpts: excerptsOf([...events.values()].slice(0, mostExcerpts), task.request.cwd),
  });
}

const mostExcerpts = 8;

/** Two events of one place are told with what led to them. */
function toldApart(
  { first, second }: Swap,
  events: ReadonlyMap<string, Place>,
  runs: readonly (ScheduleLog | undefined)[],
): readonly [Place, Place] {
  const [one, other] = [events.get(first)!, events.get(second)!];
  const whereOf = (lane: string) => runs.flatMap((run) => run?.lanes.get(lane) ?? [])[0];
  if (one.file !== other.file || one.line !== other.line) return [one, other];
  const from = origins(first, second, whereOf)?.map((where) => `after ${where}`) ?? [
    `event ${first}`,
    `event ${second}`,
  ];
  return [
    { ...one, text: `${one.text} (${from[0]})` },
    { ...other, text: `${other.text} (${from[1]})` },
  ];
}

function entryOf({ first, second }: Swap, [{ text, file, line }, other]: readonly [Place, Place]): CauseEntry {
  const place = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
  return { text: `${text} runs before ${other.text}`, thread: first, against: second, ...place };
}

/** What events are, by one of the runs in which they come. */
async function eventsOf({ kind }: ScheduleTask, runs: readonly (ScheduleLog | undefined)[], lanes: readonly string[]) {
  const wheres = lanes.map(
    (lane) => runs.flatMap((run) => run?.runs.find((ran) => ran.lane === lane)?.where ?? [])[0] ?? `event ${lane}`,
  );
  const places = await kind.places(wheres);
  return new Map(lanes.map((lane, i) => [lane, places[i]!]));
}

function notesOf({ tried, uncontrolled }: Explored): string[] {
  const were = tried === 1 ? "1 schedule was" : `${tried} schedules were`;
  const notes = [`${were} tried to find one that passes and one that fails.`];
  if (uncontrolled.length > 0) notes.push(`Not controlled: ${uncontrolled.join(", ")}.`);
  return notes;
}

async function schedulesOf(
  task: ScheduleTask,
  { byDefault, tried }: Explored,
  { failing, passing }: { readonly failing: Schedule; readonly passing: Schedule },
): Promise<Pick<ScheduleFinding, "schedules"> & Pick<Finding, "files">> {
  const files = writeSchedules(task, { failing, passing });
  const shown = async (schedule: Schedule): Promise<Interleaving> => {
    const realised = await realise(task, planOf(task, schedule));
    return realised ? interleavingOf(task.kind, realised) : { lanes: [], rows: [] };
  };
  const command = (which: "failing" | "passing", schedule: Schedule) => {
    const text = scheduleText(schedule);
    const named = text.length <= shortest ? text : shortPath(files[which], task.request.cwd);
    return commandLine(["culprit", "schedule", "replay", "--kind", task.kind.name, named, "--", ...task.request.test]);
  };
  return {
    schedules: {
      byDefault,
      tried,
      failing: await shown(failing),
      passing: await shown(passing),
      commands: { failing: command("failing", failing), passing: command("passing", passing) },
    },
    files,
  };
}

/** Longer schedules are named by their file. */
const shortest = 80;

function writeSchedules({ run, request }: ScheduleTask, schedules: { failing: Schedule; passing: Schedule }) {
  const place = (name: string) => (request.output === undefined ? run.record.place(name) : join(request.output, name));
  const files = { failing: place("failing.schedule"), passing: place("passing.schedule") };
  for (const which of ["failing", "passing"] as const) {
    mkdirSync(dirname(files[which]), { recursive: true });
    writeFileAtomically(files[which], `${scheduleText(schedules[which])}\n`);
  }
  return files;
}
