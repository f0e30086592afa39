import { mkdirSync } from "node:fs";
import type { Both } from "./place.ts";
import { firstTimeLimit, graphsOf, type Task } from "./task.ts";

/** Coming to a place has to take so many milliseconds before it is worth while to do so once for all tests there. */
const worthWhile = 500;

/** Does something with the passing run held at a place, if that is possible and quicker; otherwise with nothing held. */
export async function withHeld<T>(
  task: Task,
  { at, took }: { readonly at: Both; readonly took: number },
  work: (holder: string | undefined) => Promise<T>,
): Promise<T> {
  const { language, pass, stdin, cwd, maxValues } = task.request;
  // What was read of the input by then is gone for the others.
  if (language !== "python" || took < worthWhile || stdin?.pass !== undefined) return work(undefined);
  const { hold } = await import("./python/holder.ts");
  const folder = graphsOf(task.run);
  mkdirSync(folder, { recursive: true });
  const timeLimit = task.run.conditions.timeout ?? firstTimeLimit;
  const held = await hold({ command: pass, place: at.passing, root: cwd, maxValues }, { folder, cwd, timeLimit });
  try {
    return await work(held?.path);
  } finally {
    await held?.close();
  }
}
