import type { Story } from "../../core/finding.ts";
import { brokenBy, confirm, verdictOf } from "../../run/conclude.ts";
import { settleEnds } from "../../run/ends.ts";
import { requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduced } from "../../run/reproduced.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import { type Explored, explore } from "./explore.ts";
import { kindFor } from "./kinds.ts";
import { isolateOrder } from "./order.ts";
import type { ScheduleRequest } from "./request.ts";
import type { Schedule } from "./schedule.ts";
import { tellOrder, tellRefused, tellSwitches } from "./story.ts";
import { narrowSwitches } from "./switches.ts";
import { planOf, type Task, worldOf } from "./task.ts";

/** Finds the thread switch, or the order of events, that makes a program fail. */
export async function findInSchedule(run: Run, request: ScheduleRequest, listener: Listener): Promise<Story> {
  const kind = await kindFor(request);
  const task: Task = { run, request, listener, kind, steps: [], stages: [] };
  let explored: Explored | undefined;
  const ends = await reproduced(run, listener, async () => {
    explored = await explore(task);
    return settle(task, explored);
  });
  if (isRefusal(ends)) return tellRefused(task, ends);
  return kind.threads ? concludeSwitches(task, explored!) : concludeOrder(task, explored!);
}

/** The default schedule is the one that needs no segments. */
function endSchedules({ failing, passing, byDefault }: Explored): { failing: Schedule; passing: Schedule } {
  return { failing: byDefault === "fails" ? [] : failing, passing: byDefault === "passes" ? [] : passing };
}

async function settle(task: Task, explored: Explored) {
  const { failing, passing } = task.kind.threads ? endSchedules(explored) : explored;
  const names = { failing: "the schedule that fails", other: "the schedule that passes" };
  const ends = await settleEnds(task.run, {
    failing: { world: worldOf(task, planOf(task, failing)), name: names.failing },
    other: { world: worldOf(task, planOf(task, passing)), name: names.other },
  });
  const advice = { fail: "", unresolved: "" };
  return requirePassing(ends, { ...names, advice });
}

async function concludeSwitches(task: Task, explored: Explored): Promise<Story> {
  const { run } = task;
  const found = await narrowSwitches(task, explored);
  const [failing, passing] = explored.byDefault === "passes" ? [found.needed, []] : [[], found.needed];
  const inconsistent = found.complete ? await confirmEnds(task, failing, passing) : [];
  return tellSwitches(task, {
    ...{ explored, found, failing, passing },
    verdict: verdictOf(run, found.complete),
    minimal: found.complete && inconsistent.length === 0,
    assumptions: [...inconsistent, ...brokenBy(run, found.searches)],
  });
}

async function concludeOrder(task: Task, explored: Explored): Promise<Story> {
  const found = await isolateOrder(task, explored);
  const inconsistent = found.complete ? await confirmEnds(task, found.failing, found.passing) : [];
  return tellOrder(task, {
    explored,
    found,
    verdict: task.run.stopped.aborted ? task.run.stopped.reason : "found",
    minimal: found.complete && inconsistent.length === 0,
    assumptions: [...inconsistent, ...brokenBy(task.run, [])],
  });
}

function confirmEnds(task: Task, failing: Schedule, passing: Schedule) {
  return confirm(task.run, [
    { world: worldOf(task, planOf(task, failing)), outcome: "fail", name: "failing schedule" },
    { world: worldOf(task, planOf(task, passing)), outcome: "pass", name: "passing schedule" },
  ]);
}
