import { UserError } from "../core/user-error.ts";
import { maskForRun } from "../run/record/mask-record.ts";
import { insideOf, type RunRecord } from "../run/record/record.ts";
import { readModel } from "../web/server/read-model.ts";
import type { RunSteps } from "../web/steps/run-steps.ts";
import { checkPlace, ownInnerRecords, ownRecord } from "./own-records.ts";
import type { Roots } from "./roots.ts";
import type { KnownRun, Runs } from "./runs.ts";
import { type ToolResult, withoutMiddle } from "./tool-result.ts";

/** Maximum number of lines of what the test prints. */
const maxOutput = 30;

/** Runs the test of a step once more, or that of the result. */
export async function replay(runs: Runs, run: KnownRun, step: number | undefined): Promise<ToolResult> {
  const place = placeOf(run, { step, roots: runs.roots });
  const words = ["show", place.name, "--step", `${place.step}`, "--run"];
  const { stdout, stderr, exitCode } = await runs.processes.start({ folder: run.folder, words });
  const lines = stdout.trimEnd().split("\n");
  const answer = lines.findLast((line) => line.startsWith("Run again: "));
  const output = [...lines.filter((line) => line !== answer), stderr.trimEnd()].join("\n").trimEnd();
  // It may print what the tests printed then, and this server may not have the variable that it is from.
  const hidden = maskForRun(place.record, output);
  return {
    text: [...(answer === undefined ? [] : [answer]), withoutMiddle(hidden, maxOutput)],
    data: { run: place.name, step: place.step, sameOutcome: exitCode === 0 },
    isError: answer === undefined,
  };
}

interface WantedStep {
  /** Undefined: the result. */
  readonly step: number | undefined;
  readonly roots: Roots;
}

interface Place {
  readonly name: string;
  readonly record: RunRecord;
  readonly step: number;
}

/** The step that is meant, and the run that it belongs to: some leave all of the searching to others inside of them. */
function placeOf({ name, folder, record }: KnownRun, { step, roots }: WantedStep): Place {
  if (!record) throw new UserError(`The run ${name} left no record.`);
  // The outer run is what is made again, up to a step of the one inside of it.
  const outer = ownRecord(folder, name.split(insideOf)[0]!);
  if (outer) checkPlace(outer, roots);
  const candidates = [
    { name, record },
    ...ownInnerRecords(record).map((inner) => ({ name: `${name}${insideOf}${inner.header.run}`, record: inner })),
  ];
  for (const each of candidates.reverse()) {
    const { steps } = readModel(each.record);
    if (steps.count === 0) continue;
    checkPlace(each.record, roots);
    if (step !== undefined && step > steps.count)
      throw new UserError(`The last step of ${each.name} is ${steps.count}.`);
    return { ...each, step: step ?? resultStep(steps) };
  }
  throw new UserError(`No steps are recorded in ${name}: there is nothing to replay yet.`);
}

/** The last step that failed and became the result. */
function resultStep(steps: RunSteps): number {
  let failing = 0;
  for (let step = steps.count; step >= 1; step--) {
    if (steps.outcomeAt(step) !== "fail") continue;
    const sizes = steps.sizesAt(step);
    if (sizes.size === sizes.failing) return step;
    failing ||= step;
  }
  return failing || steps.count;
}
