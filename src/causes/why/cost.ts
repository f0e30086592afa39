import { commandLine } from "../../core/command-line.ts";
import { duration } from "../../report/quantity.ts";
import type { Conditions } from "../../run/conditions.ts";
import type { RunRecord } from "../../run/record/record.ts";
import type { Answer } from "./story.ts";

/** Seconds that `why` may take without being asked. */
const unasked = 600;
const file = "plan.json";

/** What is needed of a run. */
interface StoppableRun {
  readonly conditions: Pick<Conditions, "jobs" | "budget">;
  readonly record: Pick<RunRecord, "load" | "save"> & { readonly header: { readonly run: string } };
  readonly stop: (why: "interrupted") => void;
}

/**
 * Stops before steps that take long, unless there is a budget: says what they will cost. Somebody who resumes the run has read that.
 * Undefined: it goes on.
 */
export function stopIfExpensive(
  run: StoppableRun,
  { runs, seconds }: { readonly runs: number; readonly seconds: number },
): Answer | undefined {
  const total = (runs * seconds) / Math.max(1, run.conditions.jobs);
  if (total <= unasked || run.conditions.budget !== undefined || run.record.load(file)) return undefined;
  run.record.save(file, { runs, seconds });
  run.stop("interrupted");
  const { run: name } = run.record.header;
  return {
    plan:
      `One run takes ${duration(1000 * seconds)}. The next steps need up to ${runs} of them, about ${duration(1000 * total)}, and then some more to isolate the cause.\n` +
      `To limit that: ${commandLine(["culprit", "resume", name, "--budget", "30m"])}`,
  };
}
