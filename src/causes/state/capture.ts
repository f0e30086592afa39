import type { Both } from "./place.ts";
import type { Graph, Plan } from "./protocol.ts";
import { runOf } from "./request.ts";
import { type Task, type Written, written } from "./task.ts";

/** What both runs know at a place; or why they cannot be compared there. */
export async function capture(task: Task, at: Both): Promise<Captured | string> {
  const [pass, fail] = [runOf(task.request, "pass"), runOf(task.request, "fail")];
  const [passing, failing] = await Promise.all([
    // Let go on, it is the first test there: nothing is changed.
    written<Graph>(task, (path): Plan => ({ ...pass, place: at.passing, capture: path }), task.judged),
    written<Graph>(task, (path): Plan => ({ ...fail, place: at.failing, capture: path, stop: true })),
  ]);
  if (!passing.value) return notReached("passing", passing);
  if (!failing.value) return notReached("failing", failing);
  if (passing.exit !== 0) return `stopped there and let go on, the passing run does not pass (${endOf(passing)})`;
  const ways = [passing.value, failing.value].map(({ stack }) => stack.map((frame) => frame.function).join(" < "));
  if (ways[0] !== ways[1]) return `it is reached from elsewhere: ${ways.join(", then ")}`;
  return { passing: passing.value, failing: failing.value, took: passing.milliseconds };
}

export interface Captured {
  readonly passing: Graph;
  readonly failing: Graph;
  /** Milliseconds that the passing run took. */
  readonly took: number;
}

function notReached(which: string, { said, timedOut }: Written<Graph>): string {
  const line = said.split("\n").find((each) => each.startsWith("culprit: "));
  if (timedOut) return `the ${which} run does not come there in time (--timeout gives it more)`;
  return `the ${which} run does not come there${line ? ` (${line.slice("culprit: ".length)})` : ""}`;
}

function endOf({ exit, timedOut }: Written<Graph>): string {
  if (timedOut) return "it takes too long";
  return exit === 1 ? "it fails" : "it ends like neither run";
}
