import { resolve } from "node:path";
import type { Words } from "../../application/words.ts";
import { applicationOf } from "../../causes/applications.ts";
import { UserError } from "../../core/user-error.ts";
import { count, counted } from "../../report/quantity.ts";
import { cutFiles } from "../../run/record/file-sizes.ts";
import { maskForRun } from "../../run/record/mask-record.ts";
import { insideOf, RunRecord } from "../../run/record/record.ts";
import { runStatus } from "../../run/record/run-status.ts";
import { readModel } from "../../web/server/read-model.ts";
import { damageOfRun, damageText } from "../../web/steps/damage.ts";
import type { RunModel } from "../../web/steps/run-model.ts";
import { verbOf } from "../../web/steps/verb.ts";
import { whyAsked } from "../../web/steps/why-asked.ts";
import { checkWritableFile } from "../../world/files/writable-path.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import { keepWorld, runStepAgain, type StepPlace } from "./run-step.ts";

/** Prints one step of a search; runs its test again or writes what was tested, if that is wanted. */
export async function showStep(name: string, step: number, words: Words): Promise<number> {
  const record = RunRecord.find(process.cwd(), name);
  // Asked first: the files of a run that has ended by then are complete when they are read.
  const isRunning = runStatus(record) === "running";
  const model = readModel(record);
  const { steps } = model;
  const problem = damageText(damageOfRun(model, { cut: cutFiles(record), isRunning }));
  if (steps.count === 0) throw new UserError(`${withoutSteps(record, problem)}${insteadOf(record, step)}`);
  if (problem !== undefined) process.stderr.write(`${problem}\n`);
  if (step > steps.count) throw new UserError(`The last step is ${count(steps.count)}.`);
  const place = { run: name, model, step };
  const output = words.value("output");
  if (output !== undefined) await writeWorld(record, resolve(output), place);
  const text = words.has("json")
    ? `${JSON.stringify(maskForRun(record, stepData(model, step)))}\n`
    : maskForRun(record, stepText(model, step));
  process.stdout.write(text);
  return words.has("run") ? runStepAgain(place) : 0;
}

function withoutSteps({ header: { run } }: RunRecord, problem: string | undefined): string {
  return problem === undefined ? `No steps are recorded in ${run}.` : `No steps can be read in ${run}. ${problem}`;
}

/** Some runs leave all of the searching to others inside of them. */
function insteadOf(record: RunRecord, step: number): string {
  const lines = RunRecord.innerOf(record).map(
    ({ header }) => `  culprit show ${record.header.run}${insideOf}${header.run} --step ${step}`,
  );
  return lines.length === 0 ? "" : ` Those of the runs inside of it:\n${lines.join("\n")}`;
}

/** The same as data. */
function stepData({ steps, trials }: RunModel, step: number): object {
  const { size } = steps.sizesAt(step);
  const { unit, total } = steps.stageAt(step);
  const seen = trials.of(steps.contentAt(step));
  const known = seen && { ended: seen.ended, milliseconds: seen.milliseconds, runs: seen.runs };
  const about = { step, steps: steps.count, outcome: steps.outcomeAt(step), part: steps.partAt(step) };
  return { ...about, size, total, unit, ...known, why: whyAsked(steps, step).reason };
}

function stepText({ steps, trials }: RunModel, step: number): string {
  const { size } = steps.sizesAt(step);
  const { unit, total } = steps.stageAt(step);
  const seen = trials.of(steps.contentAt(step));
  const ended = seen ? ` (${seen.ended})` : "";
  return (
    `Step ${count(step)} of ${count(steps.count)} ${verbOf(steps.outcomeAt(step))}${ended}: ` +
    `${steps.partAt(step)}, ${count(size)} of ${counted(total, unit)}.\n${whyAsked(steps, step).reason}\n`
  );
}

async function writeWorld(record: RunRecord, path: string, place: StepPlace): Promise<void> {
  const { kind, request } = record.header;
  const application = await applicationOf(kind);
  const { test, cwd } = request;
  checkWritableFile(path, "--output", { inputs: application.inputs(request), test, cwd });
  const text = place.model.steps.textAt(place.step);
  if (text) writeFileAtomically(path, text);
  else await keepWorld(path, place);
}
