import { writeFileSync } from "node:fs";
import { endOfProcess, type ProcessEnd, type RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan, PlanAnswer } from "../protocol/state.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { missedPlaceAnswer, missedPlaceMessage } from "./answers/missed-place.ts";
import { takeLongestList } from "./notes/process-lists.ts";
import { type RunNotes, readNotes, removeNotes } from "./notes/program-notes.ts";

/** Answers for a program that has ended, from the notes that it left beside its plan. */
export function nodeRunEnd(planFile: string, plan: DriverPlan, ended: ProcessEnd): RunEnd {
  const notes = readNotes(planFile);
  removeNotes(planFile);
  const { answer, message } = answerFrom(notes, plan);
  writePlanAnswer(plan.answer, answer);
  if (message !== undefined) return { message };
  if (plan.moments) writeFileSync(plan.moments.capture, JSON.stringify(takeLongestList(plan.moments.capture)));
  return notes.notes.some(({ note }) => note === "stopped") ? { exit: 0 } : endOfProcess(ended);
}

/** With a message if the plan was not carried out. */
function answerFrom(run: RunNotes, plan: DriverPlan): { readonly answer: PlanAnswer; readonly message?: string } {
  const failure = run.notes.find((each) => each.note === "failed");
  if (failure) {
    const { why, reason } = failure;
    return { answer: { failed: true, why, reason }, message: reason };
  }
  const place = plan.place ?? plan.moments;
  if (!place || run.isReached) return { answer: { reached: true } };
  const answer = missedPlaceAnswer(plan, run);
  return { answer, message: missedPlaceMessage(place, answer) };
}
