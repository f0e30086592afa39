import { rmSync } from "node:fs";
import type { Story } from "../../core/finding.ts";
import { NotReproduced, settleEnds } from "../../run/ends.ts";
import { requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduced } from "../../run/reproduced.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import { follow, type View } from "./follow.ts";
import { isolateAt } from "./isolate.ts";
import type { Ending } from "./judge.ts";
import { commonMoments } from "./moments.ts";
import { isolateAtNamed, stretchesBetween } from "./named-places.ts";
import type { StateRequest } from "./request.ts";
import { type Chain, tellChain, tellRefused } from "./story.ts";
import { type Beginning, graphsOf, type Task, worldOf, written } from "./task.ts";

/** Finds the variable that makes a program fail, at one place or along the way from its beginning to its end. */
export async function findInState(run: Run, request: StateRequest, listener: Listener): Promise<Story> {
  const beginning: Beginning = { run, request, listener, steps: [], stages: [] };
  let task: Task | undefined;
  try {
    const ends = await reproduced(run, listener, async () => {
      task = { ...beginning, judged: await learnEndings(beginning) };
      return settle(task);
    });
    if (isRefusal(ends)) return tellRefused(beginning, ends);
    return await tellChain(task!, await chainOf(task!));
  } finally {
    rmSync(graphsOf(run), { recursive: true, force: true });
  }
}

/** How the two runs end tells them apart, where no test does. */
async function learnEndings(task: Beginning): Promise<Task["judged"]> {
  const { pass, fail, test } = task.request;
  const learn = (command: readonly string[]) => written<Ending>(task, () => ({ command }), "learn");
  const [passing, failing] = await Promise.all([learn(pass), learn(fail)]);
  if (!passing.value || !failing.value)
    throw new NotReproduced(`The program could not be run: ${(passing.value ? failing : passing).said.trim()}`);
  const isSame = passing.value.status === failing.value.status && passing.value.output === failing.value.output;
  if (isSame && test.length === 0)
    throw new NotReproduced(
      `Both runs end with ${passing.value.status} and print the same: nothing tells the failing one from the passing one. ` +
        "A test behind -- can: it gets the output on its standard input.",
    );
  return { test, pass: passing.value, fail: failing.value };
}

async function settle(task: Task) {
  const { run, request, judged } = task;
  const names = { failing: "the failing run", other: "the passing run" };
  const world = (command: readonly string[]) => worldOf(task, { command }, judged);
  const ends = await settleEnds(run, {
    failing: { world: world(request.fail), name: names.failing },
    other: { world: world(request.pass), name: names.other },
  });
  const advice = "--pass names a command that passes, --fail one that fails.";
  return requirePassing(ends, { ...names, advice: { fail: advice, unresolved: advice } });
}

async function chainOf(task: Task): Promise<Chain> {
  const { request, run } = task;
  let looks = 0;
  const view: View = {
    isolate: (at, nearby) => {
      looks++;
      return isolateAt(task, at, nearby);
    },
    moments: (call) => commonMoments(task, call),
    mayLook: () => looks < request.maxPlaces && !run.stopped.aborted,
  };
  if (request.at.length === 0) {
    const moments = await commonMoments(task);
    return {
      asked: undefined,
      ...(await follow(view, [{ before: { end: "input" }, after: { end: "output" }, moments }])),
    };
  }
  const asked = await isolateAtNamed(task);
  return { asked, ...(await follow(view, await stretchesBetween(task, asked.found))) };
}
