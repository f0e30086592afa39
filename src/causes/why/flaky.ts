import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testId } from "../../suites/test-id.ts";
import { answerOf } from "./answer.ts";
import { asItIs } from "./circumstances/as-is.ts";
import { factorsOf, type HeldFactor } from "./circumstances/ways.ts";
import type { Context } from "./context.ts";
import { type Control, type EnoughRuns, enoughRuns, findControl } from "./diagnosis/factors.ts";
import { type Sample, sampleHere } from "./diagnosis/sample.ts";
import type { Instrument } from "./instrument.ts";
import { explainParallel } from "./parallel.ts";
import { foundBy, instrumentCommand, runInstrument } from "./run-instrument.ts";
import { contextOf, type Started } from "./started.ts";
import type { Answer } from "./story.ts";

/** Seconds that may be spent to see how often the test fails. */
const sampleSeconds = 60;
const maxSample = 20;

/** The test comes and goes: looks for what decides. */
export async function explainFlaky(started: Started, context: Context): Promise<Answer> {
  const { inquiry, first } = started;
  const seconds = first.execution.milliseconds / 1000;
  const most = Math.max(6, Math.min(maxSample, Math.floor(sampleSeconds / Math.max(0.1, seconds))));
  const sample = await inquiry.walk("how often", sampleHere(most), [asItIs(context.tested)]);
  if (!sample) return {};
  const rate = rateOf(sample, first.runs);
  const factors = factorsOf(started, context);
  const runs = enoughRuns(rate);
  const byOrder = await findFactor(
    started,
    factors.filter(({ kind }) => kind === "tests" || kind === "seed"),
    runs,
  );
  if (byOrder) return answerControl(started, byOrder);
  const parallel = context.tested.isAlone ? undefined : await explainParallel(started, context);
  if (parallel) return parallel;
  const bySchedule = await trySchedule(started, context);
  if (bySchedule) return bySchedule;
  const others = await findFactor(
    started,
    factors.filter(({ kind }) => kind !== "tests" && kind !== "seed"),
    runs,
  );
  if (others) return answerControl(started, others);
  return {
    notes: [
      `It comes and goes: it failed in ${sample.failed + 1} of ${sample.failed + sample.passed + first.runs} runs.`,
    ],
  };
}

/** With the first runs, of which the last one failed. */
function rateOf({ failed, passed }: Sample, firstRuns: number): number {
  return (failed + 1) / (failed + passed + firstRuns);
}

interface FoundFactor {
  readonly control: Control;
  readonly factor: HeldFactor;
}

async function findFactor(
  { inquiry }: Started,
  factors: readonly HeldFactor[],
  runs: EnoughRuns,
): Promise<FoundFactor | undefined> {
  const experiments = factors.flatMap((each) => each.experiments);
  const control = await inquiry.walk("what decides", findControl(factors, runs), experiments);
  return control && { control, factor: factors.find(({ id }) => id === control.factor)! };
}

async function answerControl(started: Started, { control, factor }: FoundFactor): Promise<Answer> {
  const howOf = (id: string | undefined) => factor.experiments.find((each) => each.id === id)?.how;
  const { fails, passes, runs } = control;
  if (factor.kind === "tests" && fails !== undefined) {
    const answer = await askTests(started);
    if (answer) return answer;
  }
  const sides = [
    ...(fails === undefined ? [] : [`always fails ${howOf(fails)} (${runs.fails} of ${runs.fails} runs)`]),
    ...(passes === undefined ? [] : [`always passes ${howOf(passes)} (${runs.passes} of ${runs.passes} runs)`]),
  ];
  const sentence = `It ${sides.join(", and ")}`;
  const isolated = {
    kind: factor.kind,
    sentence,
    by: "ways",
    // It was shown by repeated runs, and there is nothing smaller.
    items: [],
    total: 0,
    isProved: false,
  };
  return { decides: factor.kind, decidedBy: howOf(passes ?? fails)!, isolated };
}

/** Which other tests, in the order in which it failed. */
async function askTests(started: Started): Promise<Answer | undefined> {
  const { run, request, first, failing } = started;
  const file = join(run.record.folder, "order.txt");
  writeFileSync(file, first.tests.map(({ test }) => `${testId(test, first.started?.runner, request.cwd)}\n`).join(""));
  const instrument: Instrument = {
    command: "tests",
    words: ["--failing", failing.id!, "--order", file, "--", ...request.test],
  };
  const end = await runInstrument(run, started.load, instrument);
  return foundBy(end)
    ? { ...answerOf(end, "tests"), decidedBy: "alone", command: instrumentCommand(instrument) }
    : undefined;
}

/** Schedules to try: more than most races need, and few enough to wait for. */
const schedules = 150;

/** Whether the order of events or threads decides. Undefined: it was not seen to. */
async function trySchedule(started: Started, context: Context): Promise<Answer | undefined> {
  const words = context.tested.victim ? contextOf(started, { isAlone: true }).words : context.words;
  const instrument: Instrument = { command: "schedule", words: ["--explore", String(schedules), "--", ...words] };
  const end = await runInstrument(started.run, started.load, instrument);
  const isFound = foundBy(end) !== undefined;
  started.inquiry.add({
    how: `under other schedules of its events or threads`,
    outcome: isFound ? "fail" : "unresolved",
    runs: 1,
    failed: isFound ? 1 : 0,
    seconds: 0,
  });
  if (!isFound) return undefined;
  return { ...answerOf(end, "schedule"), decidedBy: "under another schedule", command: instrumentCommand(instrument) };
}
