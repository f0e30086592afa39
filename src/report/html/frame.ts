import type { StepRow, Story } from "../../core/finding.ts";
import { type LogScale, logScale } from "./log-scale.ts";
import { type StageLabel, stageLabels } from "./stage-labels.ts";
import type { StageSteps } from "./stage-steps.ts";

/**
 * The measures of the plot. On a phone the drawing is little wider than half of these units, so `style` makes its letters
 * larger; everything therefore leaves space for letters 18 units high.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Where the lanes for the names of the stages start. */
  readonly lane: (index: number) => number;
  readonly labels: readonly StageLabel[];
  /** The first and the last step drawn; each takes up the width from half a step before it to half a step after. */
  readonly first: number;
  readonly last: number;
  readonly x: (step: number) => number;
  readonly y: LogScale;
  /** Whether some set is empty, so that zero needs a line. */
  readonly zero: boolean;
}

export const letter = 18;
/** The whole drawing, and where its first step begins and its last one ends. */
export const plotWidth = 600;
export const plotLeft = 54;
export const plotRight = 592;

export function frame({ steps }: Pick<Story, "steps">, stageSteps: readonly StageSteps[]): Frame {
  const [width, left, right] = [plotWidth, plotLeft, plotRight];
  const { first, last } = span(steps);
  const x = (step: number) => left + ((right - left) * (step - first + 0.5)) / (last - first + 1);
  const stages = stageSteps.map(({ stage, steps }) => ({ name: stage, x: x(steps[0]!.step - 0.5) }));
  const labels = stages.length > 1 ? stageLabels(stages, right) : [];
  const lane = (index: number) => letter + 8 + (letter + 2) * index;
  const top = lane(labels.reduce((lanes, label) => Math.max(lanes, (label.lane ?? -1) + 1), 0)) + 6;
  const { largest, zero } = sizes(stageSteps);
  const one = top + 260;
  const bottom = one + (zero ? 36 : 12);
  const y = logScale(largest, { top, one, zero: one + 24 });
  return { width, height: bottom + 2 * letter + 10, left, right, top, bottom, lane, labels, first, last, x, y, zero };
}

/** The steps of a record that was read from a file may not be in order. */
function span(steps: readonly StepRow[]): { readonly first: number; readonly last: number } {
  let [first, last] = [Infinity, -Infinity];
  for (const { step } of steps) {
    first = Math.min(first, step);
    last = Math.max(last, step);
  }
  return { first, last };
}

function sizes(stageSteps: readonly StageSteps[]): { readonly largest: number; readonly zero: boolean } {
  let largest = 0;
  let zero = false;
  for (const { total, steps } of stageSteps) {
    largest = Math.max(largest, total);
    for (const { size, failing, passing } of steps) {
      largest = Math.max(largest, size, failing);
      zero ||= size === 0 || failing === 0 || passing !== undefined;
    }
  }
  return { largest, zero };
}
