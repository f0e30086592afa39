import { verdictOf } from "../../run/conclusion.ts";
import type { ChangesConclusion } from "../../versions/changes/changes-conclusion.ts";
import type { ChangesContext } from "./context.ts";

/** A conclusion without a cause; the caller adds the verdict. */
export function nothingFound({ whole }: Pick<ChangesContext, "whole">): Omit<ChangesConclusion, "verdict"> {
  return { changes: whole, assumptions: [], minimal: false };
}

/** The conclusion of a run that was stopped before anything was found. */
export function stoppedEarly(context: ChangesContext): ChangesConclusion {
  return { ...nothingFound(context), verdict: verdictOf(context.run, false) };
}

/** Shows a note now, and again in the report on what `next` finds. */
export async function continueWithNote(
  { run }: ChangesContext,
  note: string,
  next: () => Promise<ChangesConclusion>,
): Promise<ChangesConclusion> {
  run.note(note);
  const conclusion = await next();
  return { ...conclusion, notes: [note, ...(conclusion.notes ?? [])] };
}
