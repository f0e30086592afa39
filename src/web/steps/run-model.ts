import type { StageSummary, StepRow } from "../../core/finding.ts";
import { type Outcome, outcomes } from "../../core/outcome.ts";
import type { SteppedStory } from "../../report/html/stage-steps.ts";
import type { RunEvent } from "../../run/record/events.ts";
import type { StageLine, StepLine } from "../../run/record/step-lines.ts";
import { JsonLines } from "./json-lines.ts";
import { RunSteps } from "./run-steps.ts";
import { Trials } from "./trials.ts";

/** A run as its two files tell it, live or past: feed it their text as it arrives. */
export class RunModel {
  readonly trials = new Trials();
  readonly steps = new RunSteps();
  readonly journal = new JsonLines<RunEvent>((event) => this.trials.add(event));
  readonly log = new JsonLines<StageLine | StepLine>((line) => this.steps.add(line));

  /** All steps for the plot, which does not show sets, and the size before each part. */
  plotted(): SteppedStory {
    const steps: StepRow[] = [];
    const stages: StageSummary[] = [];
    for (let step = 1; step <= this.steps.count; step++) {
      const stage = this.steps.partAt(step);
      const last = steps.at(-1);
      if (last?.stage !== stage) {
        const { from, failing, total } = this.steps.stageAt(step);
        const before =
          step === from ? { total: Math.max(failing, total), cause: 0 } : { total: last!.failing, cause: 0 };
        stages.push({ name: stage, search: "", deltas: before, needed: 0 });
      }
      steps.push({ step, stage, set: "", outcome: this.steps.outcomeAt(step), ...this.steps.sizesAt(step) });
    }
    return { steps, finding: { stages, deltas: { total: steps.at(-1)?.failing ?? 0, cause: 0 } } };
  }
}

/** Which steps a reader wants to see. */
export interface StepFilter {
  readonly outcomes: ReadonlySet<Outcome>;
  /** Those too for which no test was needed. */
  readonly withMemory: boolean;
  /** Only those of this part of the search. */
  readonly part?: string | undefined;
}

export const noFilter: StepFilter = { outcomes: new Set(outcomes), withMemory: false };

/** The numbers of the steps that a filter lets through, in order, from a step on. */
export function filterSteps(steps: RunSteps, { outcomes, withMemory, part }: StepFilter, from = 1): number[] {
  const found: number[] = [];
  for (let step = from; step <= steps.count; step++) {
    if (!outcomes.has(steps.outcomeAt(step))) continue;
    if (!withMemory && steps.asAt(step) === "memory") continue;
    if (part === undefined || steps.partAt(step) === part) found.push(step);
  }
  return found;
}

/** The place in a list of steps, in order, of the one that is nearest to a step. */
export function nearestPlace(list: readonly number[], step: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < step) low = middle + 1;
    else high = middle;
  }
  if (low === list.length) return Math.max(0, low - 1);
  return low > 0 && step - list[low - 1]! < list[low]! - step ? low - 1 : low;
}

/** The parts of the searches, in the order in which they first came. */
export function partsOf(steps: RunSteps): string[] {
  const parts = new Set<string>();
  for (let step = 1; step <= steps.count; step++) parts.add(steps.partAt(step));
  return [...parts];
}
