import type { DriverPlan, MemoryGraph } from "../../../../runtimes/protocol/state.ts";
import { type Task, type Written, written } from "../driver/task.ts";
import { runOf } from "../request.ts";
import type { Both } from "./place.ts";
import { type Missing, missedText } from "./unreached-place.ts";

/** What both runs know at a place; or why they cannot be compared there. */
export async function capture(task: Task, at: Both): Promise<Captured | string> {
  const [pass, fail] = [runOf(task.request, "pass"), runOf(task.request, "fail")];
  const [passing, failing] = await Promise.all([
    // Let go on, it is the first test there: nothing is changed.
    written<MemoryGraph>(task, (path): DriverPlan => ({ ...pass, place: at.passing, capture: path }), task.judged),
    written<MemoryGraph>(task, (path): DriverPlan => ({ ...fail, place: at.failing, capture: path, stop: true })),
  ]);
  const [first, second] = [missingIn("passing", passing), missingIn("failing", failing)];
  if (first && second) return missedText(at.passing, [first, second]);
  if (!passing.value) return missedText(at.passing, [first!]);
  if (!failing.value) return missedText(at.failing, [second!]);
  if (passing.exit !== 0) return `stopped there and let go on, the passing run does not pass (${endOf(passing)})`;
  const ways = [passing.value, failing.value].map(({ stack }) => stack.map((frame) => frame.function).join(" < "));
  if (ways[0] !== ways[1]) return `it is reached from elsewhere: ${ways.join(", then ")}`;
  const lasted = passing.milliseconds;
  return { passing: passing.value, failing: failing.value, lasted };
}

export interface Captured {
  readonly passing: MemoryGraph;
  readonly failing: MemoryGraph;
  /** Milliseconds that the passing run took, stopped there and let go on. */
  readonly lasted: number;
}

function missingIn(side: Missing["side"], run: Written<MemoryGraph>): Missing | undefined {
  return run.value ? undefined : { side, run };
}

function endOf({ exit, timedOut }: Written<MemoryGraph>): string {
  if (timedOut) return "it takes too long";
  return exit === 1 ? "it fails" : "it ends like neither run";
}
