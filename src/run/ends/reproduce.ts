import type { Verdict } from "../../core/finding.ts";
import { describeFailure } from "../../trial/failure.ts";
import type { EndsEvent } from "../record/events.ts";
import type { Run } from "../run.ts";
import { NotReproduced } from "./ends.ts";

/** Why there is nothing to search. */
export interface Refusal {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** Milliseconds after which a note says what takes so long. */
const noteAfter = 5000;

/** The note if running the ends takes long. */
export const slowEnds = "Still running the test on the two ends; the time limit for later tests is derived from these.";

/** Runs the ends and notes what the failure is, or returns why there is nothing to search. */
export function reproduce(run: Run, settle: () => Promise<EndsEvent>): Promise<EndsEvent | Refusal> {
  const settleAndNote = async () => {
    const ends = await settle();
    noteFailure(run, ends);
    return ends;
  };
  return runOrRefuse(run, settleAndNote, slowEnds);
}

export function noteFailure(run: Run, { failure, printed }: EndsEvent): void {
  run.note(`The failure: ${describeFailure(failure, printed)}`);
}

/** Runs what has to come before the search, or returns why there is nothing to search. `slow` is the note if that takes long. */
export async function runOrRefuse<T>(run: Run, act: () => Promise<T>, slow: string): Promise<T | Refusal> {
  // While --setup runs, there is a note about that.
  const look = () => {
    // It is a person who takes long.
    if (run.conditions.ask) return;
    if (!run.isSettingUp) run.note(slow);
    else waiting = setTimeout(look, noteAfter);
  };
  let waiting = setTimeout(look, noteAfter);
  try {
    return await act();
  } catch (error) {
    if (run.stopped.aborted) return { verdict: run.stopped.reason };
    if (!(error instanceof NotReproduced)) throw error;
    return { verdict: "not-reproduced", reason: error.message };
  } finally {
    clearTimeout(waiting);
  }
}

export function isRefusal<T extends object>(found: T | Refusal): found is Refusal {
  return "verdict" in found;
}
