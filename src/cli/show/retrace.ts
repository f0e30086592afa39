import { rmSync } from "node:fs";
import { join } from "node:path";
import { applicationOf } from "../../causes/applications.ts";
import { UserError } from "../../core/user-error.ts";
import { resultFileOf } from "../../run/inner-run.ts";
import { insideOf, RunRecord } from "../../run/record/record.ts";
import { withScratchCopy } from "../../run/record/scratch.ts";
import type { RunRequest } from "../../run/request.ts";
import { RetracedRun, StepReached, type WantedStep } from "../../run/retraced-run.ts";
import { askPerson } from "../ask-person.ts";
import { openEngine } from "../open-engine.ts";
import { progressLine } from "../output/progress-line.ts";
import { stopOnSignals } from "../stop-on-signals.ts";

/**
 * Goes to a step of a recorded run and acts on its world. Neither the record nor a result of the run changes. Returns the exit
 * code for a signal if one stopped it.
 */
export async function retrace(name: string, step: Omit<WantedStep, "inner">): Promise<number | undefined> {
  const [outer, inner] = name.split(insideOf);
  const wanted = { ...step, inner };
  return withScratchCopy(RunRecord.find(process.cwd(), outer!), async (copy) => {
    // Without the names of the results, the search chooses new ones.
    rmSync(join(copy.folder, "output.json"), { force: true });
    // Without what it came to, the run inside is made again.
    if (inner !== undefined) rmSync(join(copy.folder, resultFileOf(inner)), { force: true });
    const application = await applicationOf(copy.header.kind);
    const request = redirected(copy, application.resultsIn);
    // The page does not show the copy, so nobody could answer there.
    if (request.conditions.ask && !process.stdin.isTTY)
      throw new UserError("The run was made with --ask: --run asks again, and needs a terminal for that.");
    const progress = progressLine({ quiet: true });
    const remote = await openEngine(request, progress.note);
    const run = new RetracedRun(copy, request.conditions, wanted, {
      engine: remote?.engine,
      ask: request.conditions.ask ? askPerson(copy, progress) : undefined,
    });
    const signals = stopOnSignals(run, progress);
    try {
      await application.find(run, request);
      throw new UserError("The search no longer comes to that step: it takes another way than it did.", 1);
    } catch (error) {
      if (!(error instanceof StepReached) && !run.stopped.aborted) throw error;
      return signals.exitCode;
    } finally {
      await run.close();
      remote?.close();
      signals.release();
    }
  });
}

function redirected(
  { header: { request }, folder }: RunRecord,
  resultsIn: ((request: RunRequest, folder: string) => RunRequest) | undefined,
): RunRequest {
  if (resultsIn) return resultsIn(request, join(folder, "output"));
  const { output: _, ...rest } = request as RunRequest & { readonly output?: unknown };
  return rest;
}
