import { commandLine } from "../../core/command-line.ts";
import { answerOf } from "./answer.ts";
import { alone, asItIs } from "./circumstances/as-is.ts";
import type { Context } from "./context.ts";
import { diagnose } from "./diagnosis/diagnose.ts";
import { explainFlaky } from "./flaky.ts";
import { explainParallel } from "./parallel.ts";
import { foundBy, instrumentCommand, runInstrument } from "./run-instrument.ts";
import type { Started } from "./started.ts";
import type { Answer } from "./story.ts";

/** The test fails among others and passes alone: other tests, their order, or that they run at the same time. */
export async function explainOrder(started: Started, context: Context): Promise<Answer> {
  const { inquiry, failing, request } = started;
  const { tested } = context;
  const experiment = alone(tested);
  const seen = await inquiry.walk("alone", diagnose([experiment.id]), [asItIs(tested), experiment]);
  if (!seen || seen.comesAndGoes) return explainFlaky(started, context);
  const instrument = { command: "tests", words: ["--failing", failing.id!, "--", ...request.test] };
  const end = await runInstrument(started.run, started.load, instrument);
  const shown = instrumentCommand(instrument);
  if (foundBy(end)) return { ...answerOf(end, "tests"), decidedBy: experiment.how, command: shown };
  return (
    (await explainParallel(started, context)) ?? {
      ...answerOf(end, "tests"),
      decidedBy: experiment.how,
      command: `culprit tests -- ${commandLine(request.test)}`,
    }
  );
}
