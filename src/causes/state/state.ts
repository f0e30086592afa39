import type { Story } from "../../core/finding.ts";
import { NotReproduced, settleEnds } from "../../run/ends.ts";
import { requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduced } from "../../run/reproduced.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import { type Isolated, isolateAt, type NotComparable } from "./isolate.ts";
import type { Ending } from "./judge.ts";
import { parsePlace, placeText } from "./place.ts";
import { choosePlaces } from "./places.ts";
import type { StateRequest } from "./request.ts";
import { tellChain, tellRefused } from "./story.ts";
import { type Beginning, type Task, worldOf, written } from "./task.ts";
import { findTransitions, type Transition } from "./transitions.ts";

/** Finds the variable that makes a program fail, at one place or along the way from its beginning to its end. */
export async function findInState(run: Run, request: StateRequest, listener: Listener): Promise<Story> {
  const beginning: Beginning = { run, request, listener, steps: [], stages: [] };
  let task: Task | undefined;
  const ends = await reproduced(run, listener, async () => {
    task = { ...beginning, endings: await learnEndings(beginning) };
    return settle(task);
  });
  if (isRefusal(ends)) return tellRefused(beginning, ends);
  return tellChain(task!, await followChain(task!));
}

/** How the two runs end tells them apart, where no test does. */
async function learnEndings(task: Beginning): Promise<Task["endings"]> {
  const { pass, fail, test } = task.request;
  const learn = (command: readonly string[], name: string) => written<Ending>(task, name, () => ({ command }), true);
  const [passing, failing] = [await learn(pass, "pass.json"), await learn(fail, "fail.json")];
  if (!passing.value || !failing.value)
    throw new NotReproduced(`The program could not be run: ${(passing.value ? failing : passing).said.trim()}`);
  const isSame = passing.value.status === failing.value.status && passing.value.output === failing.value.output;
  if (isSame && test.length === 0)
    throw new NotReproduced(
      `Both runs end with ${passing.value.status} and print the same: nothing tells the failing one from the passing one. ` +
        "A test behind -- can: it gets the output on its standard input.",
    );
  return { pass: passing.value, fail: failing.value };
}

async function settle(task: Task) {
  const { run, request, endings } = task;
  const names = { failing: "the failing run", other: "the passing run" };
  const world = (command: readonly string[]) => worldOf(task, { command }, { test: request.test, ...endings });
  const ends = await settleEnds(run, {
    failing: { world: world(request.fail), name: names.failing },
    other: { world: world(request.pass), name: names.other },
  });
  const advice = "--pass names a command that passes, --fail one that fails.";
  return requirePassing(ends, { ...names, advice: { fail: advice, unresolved: advice } });
}

/** What was found along the way, in the order of the program. */
export interface Chain {
  readonly found: readonly Isolated[];
  readonly left: readonly NotComparable[];
  readonly transitions: readonly Transition[];
  readonly complete: boolean;
}

async function followChain(task: Task): Promise<Chain> {
  const { run, request, listener } = task;
  const places = request.at.length > 0 ? request.at.map(parsePlace) : await choosePlaces(task);
  const found: Isolated[] = [];
  const left: NotComparable[] = [];
  for (const place of places) {
    if (run.stopped.aborted) break;
    const at = await isolateAt(task, place);
    if ("cause" in at) found.push(at);
    else {
      left.push(at);
      listener.onNote(`At ${placeText(place)} the runs cannot be compared: ${at.reason}.`);
    }
  }
  const complete = found.every((each) => each.complete) && found.length + left.length === places.length;
  const transitions = await findTransitions(task, found);
  return { found, left, transitions, complete: complete && !run.stopped.aborted };
}
