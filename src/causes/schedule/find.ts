import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import type { Story } from "../../core/finding.ts";
import { brokenAssumptionsOf, verdictOf } from "../../run/conclusion.ts";
import { confirm } from "../../run/confirm.ts";
import { NotReproduced, settleEnds } from "../../run/ends.ts";
import { requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import type { Run } from "../../run/run.ts";
import { type Explored, explore } from "./explore.ts";
import type { ScheduleFinding } from "./finding.ts";
import { isolateOrder, orderAt } from "./order.ts";
import { OrderPath } from "./order-path.ts";
import type { ScheduleRequest } from "./request.ts";
import { orderStory, refusedStory, switchesStory } from "./story.ts";
import { narrowSwitches } from "./switches.ts";
import { forgetLogs, planOf, type ScheduleTask, worldOf } from "./task.ts";
import { taskFor } from "./task-for.ts";

/** Finds the thread switch, or the order of events, that makes a program fail. */
export async function findInSchedule(run: Run, request: ScheduleRequest): Promise<Story<ScheduleFinding>> {
  const task = await taskFor(run, request);
  const story = await find(task);
  // Those of a run that can be resumed are still of use.
  if (story.finding.verdict === "found" || story.finding.verdict === "not-reproduced") forgetLogs(run);
  return story;
}

async function find(task: ScheduleTask): Promise<Story<ScheduleFinding>> {
  let explored: Explored | undefined;
  const settled = async () => {
    explored = await explore(task);
    return settle(task, explored);
  };
  const ends = await reproduce(task.run, settled, stillExploring);
  if (isRefusal(ends)) return refusedStory(task, ends);
  return task.kind.threads ? concludeSwitches(task, explored!) : concludeOrder(task, explored!);
}

const stillExploring = "Still looking for a schedule that fails and one that passes.";

interface Schedules {
  readonly failing: Schedule;
  readonly passing: Schedule;
}

async function settle(task: ScheduleTask, explored: Explored) {
  const { failing, passing } = task.kind.threads ? threadEnds(explored) : orderEnds(explored);
  const ends = {
    failing: { world: worldOf(task, planOf(task, failing)), name: "the schedule that fails" },
    other: { world: worldOf(task, planOf(task, passing)), name: "the schedule that passes" },
    // A schedule that is not steady is no matter of schedules.
    flakyAdvice: "",
  };
  return requirePassing(await settleEnds(task.run, ends), ends, { fail: notSteady, unresolved: notSteady });
}

const notSteady =
  "It passed when it was found: something decides that is not controlled. culprit schedule replay shows a schedule again.";

/** The default schedule is the one that needs no segments. */
function threadEnds({ failing, passing, byDefault }: Explored): Schedules {
  return { failing: byDefault === "fails" ? [] : failing, passing: byDefault === "passes" ? [] : passing };
}

/** The ends of the way between two orders. */
function orderEnds(explored: Explored): Schedules {
  const path = pathOf(explored);
  if (path.length === 0)
    throw new NotReproduced(
      "The program failed once and passed once, and the order of its events was the same: what decides is not controlled.",
    );
  return { failing: orderAt(path, path.length), passing: orderAt(path, 0) };
}

function pathOf({ passing, failing }: Explored): OrderPath {
  const names = (schedule: Schedule) => schedule.map(({ lane }) => lane);
  return new OrderPath(names(passing), names(failing));
}

async function concludeSwitches(task: ScheduleTask, explored: Explored): Promise<Story<ScheduleFinding>> {
  const { run } = task;
  const found = await narrowSwitches(task, explored);
  const [failing, passing] = explored.byDefault === "passes" ? [found.needed, []] : [[], found.needed];
  const inconsistent = found.complete ? await confirmEnds(task, { failing, passing }) : [];
  const conclusion = {
    verdict: verdictOf(run, found.complete),
    minimal: found.complete && inconsistent.length === 0,
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, found.searches)],
  };
  return switchesStory(task, { conclusion, explored, found, failing, passing });
}

async function concludeOrder(task: ScheduleTask, explored: Explored): Promise<Story<ScheduleFinding>> {
  const { run } = task;
  const found = await isolateOrder(task, pathOf(explored));
  const inconsistent = found.complete ? await confirmEnds(task, found) : [];
  const conclusion = {
    verdict: verdictOf(run, found.complete),
    minimal: found.complete && found.swaps.length === 1 && inconsistent.length === 0,
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, [])],
  };
  return orderStory(task, { conclusion, explored, found });
}

function confirmEnds(task: ScheduleTask, { failing, passing }: Schedules) {
  return confirm(task.run, [
    { world: worldOf(task, planOf(task, failing)), outcome: "fail", name: "failing schedule" },
    { world: worldOf(task, planOf(task, passing)), outcome: "pass", name: "passing schedule" },
  ]);
}
