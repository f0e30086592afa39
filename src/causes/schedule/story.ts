import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { commandLine } from "../../core/command-line.ts";
import type { BrokenAssumption, CauseEntry, Finding, Interleaving, Story, Verdict } from "../../core/finding.ts";
import { nothingFound, storyOf } from "../../run/conclude.ts";
import type { Refusal } from "../../run/reproduced.ts";
import { near } from "../../world/near.ts";
import { writeWhole } from "../../world/write-whole.ts";
import type { Explored } from "./explore.ts";
import { interleavingOf } from "./interleaving.ts";
import type { Place } from "./kind.ts";
import type { Realised } from "./log.ts";
import type { Decisive } from "./order.ts";
import { type Schedule, scheduleText } from "./schedule.ts";
import { switchEntries, waitNotes } from "./switch-entries.ts";
import type { Switches } from "./switches.ts";
import { planOf, realisedUnder, type Task } from "./task.ts";

interface Concluded {
  readonly explored: Explored;
  readonly verdict: Verdict;
  readonly minimal: boolean;
  readonly assumptions: readonly BrokenAssumption[];
}

function bare({ stages }: Task, verdict: Verdict) {
  const deltas = { total: 0, cause: 0 };
  return nothingFound({ kind: "schedule", verdict, search: "explore", deltas, by: "switches", stages });
}

export function tellRefused(task: Task, { verdict, reason }: Refusal): Story {
  const finding = { ...bare(task, verdict), ...(reason === undefined ? {} : { reason }) };
  return storyOf(task.run, task.request, { finding, excerpts: [], steps: task.steps });
}

interface FoundSwitches extends Concluded {
  readonly found: Switches;
  readonly failing: Schedule;
  readonly passing: Schedule;
}

/** The switches that matter: between which two places each has to be, and what has to run meanwhile. */
export async function tellSwitches(
  task: Task,
  { explored, found, failing, passing, ...concluded }: FoundSwitches,
): Promise<Story> {
  const { needed, total } = found;
  const finding = {
    ...bare(task, concluded.verdict),
    ...concluded,
    search: "auto",
    deltas: { total, cause: needed.length },
    cause: await switchEntries(task, found),
    notes: [
      ...(await waitNotes(task, failing)),
      ...(explored.byDefault === "fails" ? [onlyThenPasses] : []),
      ...notesOf(explored),
    ],
    ...(await schedulesOf(task, failing, passing)),
  };
  return storyOf(task.run, task.request, { finding, excerpts: [], steps: task.steps });
}

const onlyThenPasses = "It fails as it comes; what is named is what has to happen so that it passes.";

/** The two events whose order decides. */
export async function tellOrder(
  task: Task,
  { explored, found, ...concluded }: Concluded & { readonly found: Decisive },
): Promise<Story> {
  // One that comes second may not come at all where it fails.
  const runs = [found.failing, found.passing].map((schedule) => realisedUnder(task, planOf(task, schedule)));
  const [first, second] = await Promise.all([found.first, found.second].map((lane) => eventAt(task, runs, lane)));
  const entry = (lane: string, place: Place, text: string): CauseEntry => ({
    text,
    thread: lane,
    ...(place.file === undefined ? {} : { file: place.file }),
    ...(place.line === undefined ? {} : { line: place.line }),
  });
  const finding = {
    ...bare(task, concluded.verdict),
    ...concluded,
    search: "between",
    by: "swaps",
    deltas: { total: found.total, cause: 1 },
    cause: [
      entry(found.first, first!, `${first!.text} runs before ${second!.text}`),
      entry(found.second, second!, `${second!.text} runs after it`),
    ],
    notes: notesOf(explored),
    ...(await schedulesOf(task, found.failing, found.passing)),
  };
  return storyOf(task.run, task.request, { finding, excerpts: [], steps: task.steps });
}

async function eventAt({ kind }: Task, runs: readonly (Realised | undefined)[], lane: string): Promise<Place> {
  const where = runs.flatMap((run) => run?.ran.find((ran) => ran.lane === lane)?.where ?? [])[0];
  return where === undefined ? { text: `event ${lane}` } : (await kind.places([where]))[0]!;
}

function notesOf({ tried, uncontrolled }: Explored): string[] {
  const notes = [`${tried} schedules were tried to find one that passes and one that fails.`];
  if (uncontrolled.length > 0) notes.push(`Not controlled: ${uncontrolled.join(", ")}.`);
  return notes;
}

async function schedulesOf(
  task: Task,
  failing: Schedule,
  passing: Schedule,
): Promise<Pick<Finding, "schedules" | "files">> {
  const files = writeSchedules(task, { failing, passing });
  const shown = async (schedule: Schedule): Promise<Interleaving> => {
    const realised = realisedUnder(task, planOf(task, schedule));
    return realised ? interleavingOf(task.kind, realised) : { lanes: [], rows: [] };
  };
  const command = (which: "failing" | "passing", schedule: Schedule) => {
    const text = scheduleText(schedule);
    const named = text.length <= shortest ? text : near(files[which], task.request.cwd);
    return commandLine(["culprit", "schedule", "replay", "--kind", task.kind.name, named, "--", ...task.request.test]);
  };
  return {
    schedules: {
      failing: await shown(failing),
      passing: await shown(passing),
      commands: { failing: command("failing", failing), passing: command("passing", passing) },
    },
    files,
  };
}

/** Longer schedules are named by their file. */
const shortest = 80;

function writeSchedules({ run, request }: Task, schedules: { failing: Schedule; passing: Schedule }) {
  const place = (name: string) => (request.output === undefined ? run.record.place(name) : join(request.output, name));
  const files = { failing: place("failing.schedule"), passing: place("passing.schedule") };
  for (const which of ["failing", "passing"] as const) {
    mkdirSync(dirname(files[which]), { recursive: true });
    writeWhole(files[which], `${scheduleText(schedules[which])}\n`);
  }
  return files;
}
