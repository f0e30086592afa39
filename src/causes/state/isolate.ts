import { DeltaSet } from "../../core/delta-set.ts";
import { runStage, stageOf } from "../../run/stage.ts";
import { dd, differenceOf } from "../../search/dd.ts";
import { type Difference, differencesOf } from "./differences.ts";
import { placeText } from "./place.ts";
import type { Change, Graph, PlaceAt, Plan } from "./protocol.ts";
import { type Task, worldOf, written } from "./task.ts";

/** What was found at one place. */
export interface Isolated {
  readonly place: PlaceAt;
  readonly file: string;
  readonly line: number;
  readonly function: string;
  /** Who called it, itself first. */
  readonly stack: Graph["stack"];
  readonly differences: readonly Difference[];
  /** Those of which the failure depends here, on top of others of them. */
  readonly cause: readonly Difference[];
  readonly complete: boolean;
  readonly truncated: boolean;
}

/** Why the two runs cannot be compared at a place. */
export interface NotComparable {
  readonly place: PlaceAt;
  readonly reason: string;
}

/** Compares the two runs at a place, and isolates the difference that makes the one fail. */
export async function isolateAt(task: Task, place: PlaceAt): Promise<Isolated | NotComparable> {
  const { pass, fail } = task.request;
  const passing = await graphAt(task, pass, place, "passing");
  const failing = await graphAt(task, fail, place, "failing");
  if (!passing.value || !failing.value)
    return {
      place,
      reason: whyNot(passing.value ? failing.said : passing.said, passing.value ? "failing" : "passing"),
    };
  const stacks = [passing.value, failing.value].map(({ stack }) => stack.map((frame) => frame.function).join(" < "));
  if (stacks[0] !== stacks[1]) return { place, reason: `it is reached from elsewhere: ${stacks.join(", then ")}` };
  const differences = differencesOf(passing.value, failing.value);
  return narrow(task, place, { differences, graph: passing.value });
}

function graphAt(task: Task, command: readonly string[], place: PlaceAt, which: string) {
  const name = `${which}-${placeText(place).replace(/[^\w.-]/g, "_")}.json`;
  return written<Graph>(task, name, (capture): Plan => ({ command, place, capture, stop: true }));
}

function whyNot(said: string, which: string): string {
  const line = said.split("\n").find((each) => each.startsWith("culprit: "));
  return `the ${which} run does not come there${line ? ` (${line.slice("culprit: ".length)})` : ""}`;
}

interface Compared {
  readonly differences: readonly Difference[];
  readonly graph: Graph;
}

async function narrow(task: Task, place: PlaceAt, { differences, graph }: Compared): Promise<Isolated | NotComparable> {
  const changes = differences.filter((each) => each.change !== undefined);
  if (changes.length === 0) return { place, reason: "what both runs know is the same there" };
  const all = DeltaSet.range(0, changes.length);
  const world = (set: DeltaSet) =>
    changedWorld(
      task,
      place,
      [...set].map((i) => changes[i]!.change!),
    );
  const broken = await endsAt(task, world, all);
  if (broken !== undefined) return { place, reason: broken };
  const name = placeText(place);
  const end = await runStage(
    task.run,
    stageOf({
      name,
      search: dd(DeltaSet.empty, all),
      total: all.size,
      world,
      start: { failing: all.size, passing: 0 },
      sizes: (pair) => ({ failing: pair.failing.size, passing: pair.passing.size }),
    }),
    { onStep: (row) => void task.steps.push(row), onProgress: task.listener.onProgress },
  );
  const pair = end.result ?? { failing: all, passing: DeltaSet.empty };
  const cause = [...differenceOf(pair)].map((i) => changes[i]!);
  task.stages.push({ name, search: "dd", deltas: { total: all.size, cause: cause.length }, needed: end.needed });
  const { stack, truncated } = graph;
  return { place, ...stack[0]!, stack, differences, cause, complete: end.complete, truncated };
}

/** No change has to pass, and all of them have to fail: otherwise what is seen there says nothing. */
async function endsAt(task: Task, world: (set: DeltaSet) => ReturnType<typeof worldOf>, all: DeltaSet) {
  const { run } = task;
  const none = await run.trial("ends", world(DeltaSet.empty), run.stopped);
  if (none.outcome !== "pass") return `stopped there and let go on, the passing run does not pass (${none.ended})`;
  const whole = await run.trial("ends", world(all), run.stopped);
  if (whole.outcome === "fail") return undefined;
  return `all differences together do not make the passing run fail (${whole.outcome}, ${whole.ended})`;
}

function changedWorld({ request, endings, ...task }: Task, place: PlaceAt, changes: readonly Change[]) {
  const plan = { command: request.pass, place, changes };
  return worldOf({ request, ...task }, plan, { test: request.test, ...endings });
}
