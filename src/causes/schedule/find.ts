import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import type { Story } from "../../core/finding.ts";
import { isRefusal, runOrRefuse } from "../../run/ends/reproduce.ts";
import { type Investigation, investigate } from "../../run/investigate.ts";
import type { Run } from "../../run/run.ts";
import { testIdentity } from "../../run/test-identity.ts";
import { OrderPath } from "../../search/order-path.ts";
import { type ControlledProgram, removeLogs, type SchedulePair, scheduleWorld } from "./control/controlled-program.ts";
import { takeControl } from "./control/runtime-choice.ts";
import { collectOrderEvidence } from "./evidence/order-evidence.ts";
import { collectPairEvidence, locateWaits } from "./evidence/pair-evidence.ts";
import { collectSwitchEvidence } from "./evidence/switch-evidence.ts";
import { type ExploredSchedules, exploreSchedules, isPair } from "./explore/explore.ts";
import type { ScheduleFinding } from "./finding.ts";
import { isolateOrder, orderAt } from "./isolate/event-order.ts";
import { narrowSwitches } from "./isolate/switches.ts";
import type { ScheduleRequest } from "./request.ts";
import { everyFailsStory, orderStory, refusalStory, switchesStory } from "./story/story.ts";
import { saveAnchors } from "./verify/anchors.ts";

/** Finds the thread switch, or the order of events, that makes a program fail. */
export async function findInSchedule(run: Run, request: ScheduleRequest): Promise<Story<ScheduleFinding>> {
  const program = await takeControl(run, request);
  const story = await findCause(program);
  // A run that can be resumed still needs its logs.
  if (story.finding.verdict === "found" || story.finding.verdict === "not-reproduced") removeLogs(run);
  return story;
}

const stillExploring = "Still looking for a schedule that fails and one that passes.";

async function findCause(program: ControlledProgram): Promise<Story<ScheduleFinding>> {
  const explored = await runOrRefuse(program.run, () => exploreSchedules(program), stillExploring);
  if (isRefusal(explored)) return refusalStory(program, explored);
  if (!isPair(explored)) return everyFailsStory(program, explored, await locateWaits(program.runtime, explored.waits));
  return program.runtime.lanes === "threads" ? findSwitches(program, explored) : findOrder(program, explored);
}

async function findSwitches(program: ControlledProgram, explored: ExploredSchedules): Promise<Story<ScheduleFinding>> {
  const { failing, passing, byDefault } = explored;
  // The empty schedule is the default one.
  const ends = byDefault === "passes" ? { failing, passing: [] } : { failing: [], passing };
  const search = () => narrowSwitches(program, explored);
  const { result, ...conclusion } = await investigate(program.run, { ...betweenSchedules(program, ends), search });
  if (!result) return refusalStory(program, conclusion);
  const evidence = await collectSwitchEvidence(program, result);
  const pair = await collectPairEvidence(program, result);
  await saveAnchors(program, result.failing);
  return switchesStory(program, { conclusion, explored, result, evidence: { ...evidence, pair } });
}

async function findOrder(program: ControlledProgram, explored: ExploredSchedules): Promise<Story<ScheduleFinding>> {
  const path = new OrderPath(eventsOf(explored.passing), eventsOf(explored.failing));
  if (path.length === 0) return refusalStory(program, { verdict: "not-reproduced", reason: sameOrder });
  const ends = { failing: orderAt(path, path.length), passing: orderAt(path, 0) };
  const search = () => isolateOrder(program, path);
  const { result, ...conclusion } = await investigate(program.run, { ...betweenSchedules(program, ends), search });
  if (!result) return refusalStory(program, conclusion);
  const evidence = await collectOrderEvidence(program, result);
  const pair = await collectPairEvidence(program, result);
  return orderStory(program, { conclusion, explored, result, evidence: { ...evidence, pair } });
}

function eventsOf(schedule: Schedule): string[] {
  return schedule.map(({ lane }) => lane);
}

const sameOrder =
  "The program failed once and passed once with its events in the same order, so something that is not controlled decides.";

const isUnsteady =
  "It passed when it was found, so something that is not controlled decides. culprit schedule replay runs a schedule again.";

/** What all searches between two schedules have in common. */
function betweenSchedules(
  program: ControlledProgram,
  ends: SchedulePair,
): Omit<Investigation<SchedulePair>, "search" | "concludeEarly"> {
  const { test, cwd, kind, packages } = program.request;
  return {
    ends: {
      failing: { world: scheduleWorld(program, ends.failing), name: "the failing schedule" },
      other: { world: scheduleWorld(program, ends.passing), name: "the passing schedule" },
      // The usual advice, culprit schedule, is what the user is running.
      flakyAdvice: "",
    },
    needsPassing: { fail: isUnsteady, unresolved: isUnsteady },
    testIdentity: () => [kind, packages, testIdentity(test, cwd)],
    claims: ({ failing, passing }) => [
      { world: scheduleWorld(program, failing), outcome: "fail", name: "failing schedule" },
      { world: scheduleWorld(program, passing), outcome: "pass", name: "passing schedule" },
    ],
  };
}
