import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Words } from "../application/words.ts";
import { applicationOf } from "../causes/applications.ts";
import { UserError } from "../core/user-error.ts";
import { count, counted } from "../report/quantity.ts";
import type { RunRecord } from "../run/record/record.ts";
import { RunModel } from "../web/steps/run-model.ts";
import { verbOf } from "../web/steps/verb.ts";
import { whyAsked } from "../web/steps/why-asked.ts";
import { checkWritableFile } from "../world/files/writable-path.ts";
import { writeFileAtomically } from "../world/files/write-atomically.ts";

/** Prints one step of a search, and writes the input that was tested if that is wanted. Nothing is run. */
export async function showStep(record: RunRecord, step: number, words: Words): Promise<number> {
  const model = readModel(record);
  const { steps, trials } = model;
  if (step > steps.count)
    throw new UserError(
      steps.count === 0 ? `No steps are recorded in ${record.header.run}.` : `The last step is ${count(steps.count)}.`,
    );
  const output = words.value("output");
  if (output !== undefined) await writeText(record, resolve(output), { text: steps.textAt(step), step });
  const { size } = steps.sizesAt(step);
  const { unit, total } = steps.stageAt(step);
  const seen = trials.of(steps.contentAt(step));
  process.stdout.write(
    `Step ${count(step)} of ${count(steps.count)} ${verbOf(steps.outcomeAt(step))}${seen ? ` (${seen.ended})` : ""}: ` +
      `${steps.partAt(step)}, ${count(size)} of ${counted(total, unit)}.\n${whyAsked(steps, step).reason}\n`,
  );
  return 0;
}

function readModel({ journalPath, stepsPath }: RunRecord): RunModel {
  const model = new RunModel();
  if (existsSync(journalPath)) model.journal.add(readFileSync(journalPath, "utf8"));
  if (existsSync(stepsPath)) model.log.add(readFileSync(stepsPath, "utf8"));
  return model;
}

async function writeText(
  { header: { kind, request } }: RunRecord,
  path: string,
  { text, step }: { readonly text: Uint8Array | undefined; readonly step: number },
): Promise<void> {
  if (!text) throw new UserError(`The record does not have what was tested in step ${count(step)}.`);
  const application = await applicationOf(kind);
  const { test, cwd } = request;
  checkWritableFile(path, "--output", { inputs: application.inputs(request), test, cwd });
  writeFileAtomically(path, text);
}
