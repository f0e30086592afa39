import { setImmediate } from "node:timers/promises";
import type { Pace } from "../../core/work.ts";
import type { Run } from "../run.ts";

/** The run was stopped before some work was finished. */
export class Unfinished extends Error {}

/** Milliseconds of work between two rests, in which signals and the end of the budget are noticed. */
const restInterval = 30;

/** Does long work so that the user sees what is being done, and can stop it. */
export function pacedBy(run: Pick<Run, "stopped" | "listener" | "seconds">): Pace {
  return async (doing, work) => {
    for (let rested = performance.now(); ; ) {
      const step = work.next();
      if (step.done) return step.value;
      if (performance.now() - rested < restInterval) continue;
      run.listener.onPreparing?.({ doing, seconds: run.seconds });
      await setImmediate();
      rested = performance.now();
      if (!run.stopped.aborted) continue;
      work.return(undefined as never);
      throw new Unfinished(doing);
    }
  };
}
