import type { Finding, StepRow, Story } from "../../core/finding.ts";

/** What is drawn of a story. */
export interface SteppedStory {
  readonly steps: Story["steps"];
  readonly finding: Pick<Finding, "stages" | "deltas">;
}

/** Consecutive steps of one stage, and the size of the failing set before them. */
export interface StageSteps {
  readonly stage: string;
  readonly total: number;
  readonly steps: readonly StepRow[];
}

export function stageSteps({ steps, finding }: SteppedStory): readonly StageSteps[] {
  const stages = [...finding.stages];
  const found: StageSteps[] = [];
  for (let from = 0; from < steps.length; ) {
    const { stage, failing } = steps[from]!;
    let to = from;
    while (steps[to]?.stage === stage) to++;
    const index = stages.findIndex(({ name }) => name === stage);
    const known = stages.splice(0, index + 1).at(-1) ?? (to === steps.length ? finding : undefined);
    const total = known?.deltas.total ?? failing;
    found.push({ stage, total, steps: steps.slice(from, to) });
    from = to;
  }
  return found;
}
