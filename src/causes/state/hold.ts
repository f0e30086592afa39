import { mkdirSync } from "node:fs";
import type { Both } from "./place.ts";
import { firstTimeLimit, graphsOf, type Task } from "./task.ts";

/** Coming to a place has to take so many milliseconds before it is worth while to do so once for all tests there. */
const worthWhile = 500;

/** A program that takes so many times as long to be held there as it took before is not waited for. */
const muchLonger = 10;

/** Does something with the passing run held at a place, if that is possible and quicker; otherwise with nothing held. */
export async function withHeld<T>(
  task: Task,
  { at, took }: { readonly at: Both; readonly took: number },
  work: (holder: string | undefined) => Promise<T>,
): Promise<T> {
  const { language, pass, stdin, cwd, maxValues } = task.request;
  // What was read of the input by then is gone for the others.
  if (language === "node" || took < worthWhile || stdin?.pass !== undefined) return work(undefined);
  const { hold } =
    language === "gdb"
      ? await import("../../../runtimes/state-gdb/holder.ts")
      : await import("../../../runtimes/state-python/holder.ts");
  const folder = graphsOf(task.run);
  mkdirSync(folder, { recursive: true });
  const { timeout = firstTimeLimit, jobs: atATime } = task.run.conditions;
  const timeLimit = Math.min(timeout, muchLonger * took);
  const plan = { command: pass, place: at.passing, root: cwd, maxValues };
  const held = await hold(plan, { folder, cwd, timeLimit, atATime });
  try {
    return await work(held?.path);
  } finally {
    await held?.close();
  }
}
