import type { PlanAnswer } from "../protocol/state.ts";
import { ImpossibleChange, MissedPlace, PlanFailure } from "./plan-errors.ts";

/** What a driver answers for a plan that ended with an error; `debuggerName` is for errors that nobody expected. */
export function answerForError(error: Error, debuggerName: string): Exclude<PlanAnswer, { readonly reached: true }> {
  if (error instanceof MissedPlace) return error.answer;
  if (error instanceof PlanFailure) return { failed: true, why: error.why, reason: error.message };
  if (error instanceof ImpossibleChange)
    return { failed: true, why: "impossible-change", reason: `a change cannot be made: ${error.message}` };
  return { failed: true, why: "other", reason: `${debuggerName}: ${error.message.replaceAll(/\s+/g, " ")}` };
}
