import { commandLine } from "../../core/command-line.ts";
import { answerOf } from "./answer.ts";
import type { Context } from "./context.ts";
import { diagnose, here } from "./diagnosis/diagnose.ts";
import type { Experiment } from "./experiment.ts";
import { explainFlaky } from "./flaky.ts";
import { hereAsIs } from "./inquiry.ts";
import { explainParallel } from "./parallel.ts";
import { foundBy, instrumentCommand, runInstrument } from "./run-instrument.ts";
import type { Started } from "./started.ts";
import type { Answer } from "./story.ts";
import { worldOf } from "./worlds/tested-command.ts";

/** The test fails among others and passes alone: other tests, their order, or that they run at the same time. */
export async function explainOrder(started: Started, context: Context): Promise<Answer> {
  const { inquiry, failing, request } = started;
  const { tested } = context;
  const alone: Experiment = {
    id: "alone",
    kind: "tests",
    how: "alone, without the other tests",
    world: (nth) => worldOf({ ...tested, isAlone: true }, { id: here, nth }),
  };
  const asIs = hereAsIs((nth) => worldOf(tested, { id: here, nth }));
  const seen = await inquiry.walk("alone", diagnose(["alone"]), [asIs, alone]);
  if (!seen || seen.comesAndGoes) return explainFlaky(started, context);
  const instrument = { command: "tests", words: ["--failing", failing.id!, "--", ...request.test] };
  const end = await runInstrument(started.run, started.load, instrument);
  const shown = instrumentCommand(instrument);
  if (foundBy(end)) return { ...answerOf(end, "tests"), decidedBy: alone.how, command: shown };
  return (
    (await explainParallel(started, context)) ?? {
      ...answerOf(end, "tests"),
      decidedBy: alone.how,
      command: `culprit tests -- ${commandLine(request.test)}`,
    }
  );
}
