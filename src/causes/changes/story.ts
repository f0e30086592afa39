import type { Told } from "../../versions/story.ts";
import type { Task } from "./task.ts";

/** Nothing is found yet. */
export function nothing({ whole, steps, stages }: Task): Omit<Told, "verdict"> {
  return { changes: whole, steps, stages, assumptions: [], minimal: false };
}

/** Says what is gone by from here on, now and in the report. */
export async function withNote({ listener }: Task, note: string, goOn: () => Promise<Told>): Promise<Told> {
  listener.onNote(note);
  const told = await goOn();
  return { ...told, notes: [note, ...(told.notes ?? [])] };
}
