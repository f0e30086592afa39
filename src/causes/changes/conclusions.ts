import type { ChangesConclusion } from "../../versions/changes/changes-conclusion.ts";
import type { ChangesTask } from "./context.ts";

/** Nothing is found yet. */
export function nothing({ whole }: ChangesTask): Omit<ChangesConclusion, "verdict"> {
  return { changes: whole, assumptions: [], minimal: false };
}

/** Says what is gone by from here on, now and in the report. */
export async function withNote(
  { run }: ChangesTask,
  note: string,
  goOn: () => Promise<ChangesConclusion>,
): Promise<ChangesConclusion> {
  run.note(note);
  const told = await goOn();
  return { ...told, notes: [note, ...(told.notes ?? [])] };
}
