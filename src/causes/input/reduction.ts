import type { StageSummary, StepRow } from "../../core/finding.ts";
import type { Search } from "../../core/search.ts";
import type { Origin } from "../../passes/draft.ts";
import type { Run } from "../../run/run.ts";
import { runStage } from "../../run/stage/stage.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Narrowed, OnBest } from "./narrowing.ts";

/** What drafts of texts and of folders have in common. */
interface AnyDraft {
  readonly key: string;
  readonly origin: Origin;
  readonly size: number;
}

/** A search for a smaller draft that still fails. */
export interface Reduction<D extends AnyDraft> {
  readonly start: D;
  readonly search: Search<D, D>;
  readonly world: (draft: D) => World;
  /** The size of the original input, in bytes. */
  readonly total: number;
  /** A draft as the user gets it. */
  readonly narrowed: (draft: D) => Narrowed;
  readonly onBest: OnBest;
  /** A draft as one text, for the log of steps. */
  readonly text: (draft: D) => Uint8Array;
}

export interface ReductionEnd {
  readonly cause: Narrowed;
  readonly complete: boolean;
}

/** Runs a reduction as one stage, which the report shows as one row for each time that a pass ran. */
export async function runReduction<D extends AnyDraft>(run: Run, reduction: Reduction<D>): Promise<ReductionEnd> {
  const { start, search, world, total, narrowed, onBest, text } = reduction;
  const stage = {
    search,
    world,
    key: ({ key }: D) => key,
    shown: ({ origin, size }: D) => ({ stage: origin.pass, set: origin.left, size }),
    total,
    unit: "bytes",
    sizes: ({ size }: D) => ({ failing: size }),
    start: { failing: start.size },
    logging: { start: text(start), text },
  };
  const before = run.steps.length;
  const end = await runStage(run, stage, { onBest: (best) => onBest(narrowed(best)) });
  run.stages.push(...passSummaries(run.steps.slice(before), start.size));
  return { cause: narrowed(end.result ?? start), complete: end.complete };
}

function passSummaries(steps: readonly StepRow[], size: number): StageSummary[] {
  const summaries: StageSummary[] = [];
  for (const { stage, failing } of steps) {
    const last = summaries.at(-1);
    const isSamePass = last?.name === stage;
    const total = isSamePass ? last.deltas.total : (last?.deltas.cause ?? size);
    const needed = 1 + (isSamePass ? last.needed : 0);
    if (isSamePass) summaries.pop();
    summaries.push({ name: stage, search: "auto", deltas: { total, cause: failing }, needed });
  }
  return summaries;
}
