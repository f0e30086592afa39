import type { Told } from "../../versions/story.ts";
import type { Task } from "./task.ts";

/** Nothing is found yet. */
export function nothing({ whole }: Task): Omit<Told, "verdict"> {
  return { changes: whole, assumptions: [], minimal: false };
}

/** Says what is gone by from here on, now and in the report. */
export async function withNote({ run }: Task, note: string, goOn: () => Promise<Told>): Promise<Told> {
  run.note(note);
  const told = await goOn();
  return { ...told, notes: [note, ...(told.notes ?? [])] };
}
