import { scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import { waitText } from "../../../../runtimes/protocol/schedule-wait.ts";
import { commandLine } from "../../../core/command-line.ts";
import type { Finding, Story } from "../../../core/finding.ts";
import { counted } from "../../../report/quantity.ts";
import type { Conclusion } from "../../../run/conclusion.ts";
import type { Refusal } from "../../../run/ends/reproduce.ts";
import { storyOf } from "../../../run/story.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import type { ControlledProgram, SchedulePair } from "../control/controlled-program.ts";
import { placeText } from "../control/place.ts";
import type { OrderEvidence } from "../evidence/order-evidence.ts";
import type { LocatedWait, PairEvidence } from "../evidence/pair-evidence.ts";
import type { SwitchEvidence } from "../evidence/switch-evidence.ts";
import type { EveryScheduleFails, ExploredSchedules } from "../explore/explore.ts";
import type { ScheduleFinding } from "../finding.ts";
import type { NearestOrders } from "../isolate/event-order.ts";
import type { NeededSwitches } from "../isolate/switches.ts";
import { scheduleDefaults } from "../request.ts";
import { swapEntry, switchEntries } from "./cause-entries.ts";

/** What was found, and what was collected about it. */
interface Found<Result, Evidence> {
  readonly conclusion: Conclusion;
  readonly explored: ExploredSchedules;
  readonly result: Result;
  readonly evidence: Evidence & { readonly pair: PairEvidence };
}

export function refusalStory({ run, request }: ControlledProgram, refusal: Refusal): Story<ScheduleFinding> {
  return storyOf<ScheduleFinding>(run, request, {
    conclusion: { ...refusal, minimal: false, assumptions: [] },
    details: { goal: "simplify", search: "explore", deltas: { total: 0, cause: 0 }, by: "switches" },
  });
}

/** Whatever the schedule, it fails: that is an answer, too. */
export function everyFailsStory(
  { run, request }: ControlledProgram,
  { failed, unresolved, ended }: EveryScheduleFails,
  waits: readonly LocatedWait[],
): Story<ScheduleFinding> {
  const unjudged = unresolved === 0 ? [] : [`${counted(unresolved, "schedules")} could not be judged.`];
  return storyOf<ScheduleFinding>(run, request, {
    conclusion: { verdict: "found", minimal: false, assumptions: [] },
    details: {
      goal: "simplify",
      search: "explore",
      deltas: { total: 0, cause: 0 },
      by: "switches",
      everyScheduleFails: { failed, ended },
      notes: [...waits.map(waitNote), ...unjudged, "--explore N tries more schedules, --seed N different ones."],
    },
  });
}

/** The switches that are needed: between which two places each has to be, and what runs before the lane continues. */
export function switchesStory(
  program: ControlledProgram,
  found: Found<NeededSwitches, SwitchEvidence>,
): Story<ScheduleFinding> {
  const { conclusion, result, evidence } = found;
  return storyOf<ScheduleFinding>(program.run, program.request, {
    conclusion,
    details: {
      goal: "simplify",
      search: "auto",
      by: "switches",
      deltas: { total: result.total, cause: result.needed.length },
      cause: switchEntries(evidence),
      ...detailsOfPair(program, found),
    },
    excerpts: evidence.excerpts,
  });
}

/** The two events whose order decides. */
export function orderStory(
  program: ControlledProgram,
  found: Found<NearestOrders, OrderEvidence>,
): Story<ScheduleFinding> {
  const { conclusion, result, evidence } = found;
  return storyOf<ScheduleFinding>(program.run, program.request, {
    conclusion,
    details: {
      goal: "isolate",
      search: "boundary",
      by: "swaps",
      deltas: { total: result.total, cause: result.swaps.length },
      cause: evidence.swaps.map(swapEntry),
      ...detailsOfPair(program, found),
    },
    excerpts: evidence.excerpts,
  });
}

function detailsOfPair(
  program: ControlledProgram,
  { explored, result, evidence: { pair } }: Found<SchedulePair, unknown>,
): Pick<ScheduleFinding, "schedules"> & Pick<Finding, "files" | "notes"> {
  const commandFor = (which: keyof SchedulePair) =>
    replayCommand(program, scheduleText(result[which]), pair.files[which]);
  return {
    notes: [...pair.waits.map(waitNote), ...explorationNotes(explored)],
    schedules: {
      byDefault: explored.byDefault,
      tried: explored.tried,
      ...pair.interleavings,
      commands: { failing: commandFor("failing"), passing: commandFor("passing") },
    },
    files: pair.files,
  };
}

/** Longer schedules are named by their file. */
const maxScheduleText = 80;

/** The command that replays a schedule. */
export function replayCommand({ runtime, request }: ControlledProgram, schedule: string, file: string): string {
  const named = schedule.length <= maxScheduleText ? schedule : shortPath(file, request.cwd);
  const { packages, limit, test } = request;
  // Both decide about the steps of a run.
  const options = [
    ...(packages === undefined ? [] : ["--packages", packages.join(",")]),
    ...(limit === scheduleDefaults.limit ? [] : ["--limit", String(limit)]),
  ];
  return commandLine(["culprit", "schedule", "replay", "--kind", runtime.name, ...options, named, "--", ...test]);
}

function waitNote({ wait, place }: LocatedWait): string {
  return `${waitText(wait)} at ${placeText(place)}.`;
}

function explorationNotes({ tried, uncontrolled }: ExploredSchedules): string[] {
  const were = tried === 1 ? "1 schedule was" : `${tried} schedules were`;
  const notes = [`${were} tried to find one that passes and one that fails.`];
  if (uncontrolled.length > 0) notes.push(`Not controlled: ${uncontrolled.join(", ")}.`);
  return notes;
}
