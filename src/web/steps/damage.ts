import { count, counted } from "../../report/quantity.ts";
import type { AppendedFile, CutFile } from "../../run/record/file-sizes.ts";
import type { JsonLines } from "./json-lines.ts";
import type { RunModel } from "./run-model.ts";

/** What is wrong with a file of a record, as a clause. A file that has all that is expected of it is not named. */
export type Damage = { readonly [file in AppendedFile]?: string };

/** Both files of a record, as far as they can be read. */
export interface ReadFiles {
  readonly journal: Pick<JsonLines<object>, "isDamaged" | "count">;
  readonly log: Pick<JsonLines<object>, "isDamaged" | "count">;
}

const names: Readonly<Record<AppendedFile, string>> = { journal: "journal.jsonl", steps: "steps.jsonl" };

/** What is wrong with the files themselves: lines that cannot be read, and what was cut off since the run ended. */
export function damageOfFiles({ journal, log }: ReadFiles, cut: readonly CutFile[]): Damage {
  return { ...clauseFor("journal", journal, cut), ...clauseFor("steps", log, cut) };
}

/** The same, and what the steps of a run that has ended show to be missing in its journal. */
export function damageOfRun(
  model: RunModel,
  { cut, isRunning }: { readonly cut: readonly CutFile[]; readonly isRunning: boolean },
): Damage {
  const known = damageOfFiles(model, cut);
  const missing = known.journal === undefined && !isRunning ? stepsWithoutTrial(model) : 0;
  return missing === 0
    ? known
    : { ...known, journal: `${names.journal} lacks the tests of ${counted(missing, "steps")}` };
}

/** Says what is wrong; undefined: nothing that can be seen. */
export function damageText({ journal, steps }: Damage): string | undefined {
  const clauses = [journal, steps].filter((each) => each !== undefined);
  return clauses.length === 0 ? undefined : `The record is damaged: ${clauses.join("; ")}.`;
}

function clauseFor(file: AppendedFile, read: ReadFiles["journal"], cut: readonly CutFile[]): Damage {
  const name = names[file];
  if (read.isDamaged) return { [file]: `nothing is read from line ${count(read.count + 1)} of ${name} on` };
  const found = cut.find((each) => each.file === file);
  if (!found) return {};
  const { size, was } = found;
  return {
    [file]: size === undefined ? `${name} is gone` : `${name} has ${count(size)} of its ${counted(was, "bytes")}`,
  };
}

/** A test is in the journal before its step is logged, unless its outcome was known before. */
function stepsWithoutTrial({ steps, trials }: RunModel): number {
  let missing = 0;
  for (let step = 1; step <= steps.count; step++)
    if (steps.asAt(step) === undefined && !trials.of(steps.contentAt(step))) missing++;
  return missing;
}
