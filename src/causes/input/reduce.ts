import type { StageSummary, StepRow } from "../../core/finding.ts";
import { Draft } from "../../passes/draft.ts";
import { toFixedPoint } from "../../passes/fixed-point.ts";
import type { Pass } from "../../passes/pass.ts";
import { runStage } from "../../run/stage.ts";
import { Pieces, type Unit } from "../../world/pieces.ts";
import { isText } from "../../world/text.ts";
import { inputWorld } from "./input-world.ts";
import type { Narrowed, Narrowing } from "./narrow.ts";

interface ReductionEnd {
  readonly cause: Narrowed;
  readonly complete: boolean;
  readonly stages: readonly StageSummary[];
}

/** Makes a failing text smaller by passes, until none of them finds anything more. */
export async function reduce(
  { run, setting, failing, watcher }: Narrowing,
  cause: Narrowed,
  passes: readonly Pass[],
  first: boolean,
): Promise<ReductionEnd> {
  const draft = Draft.of(cause.failing, cause.sources!());
  const rows: StepRow[] = [];
  const unit: Unit = isText(failing) ? "characters" : "bytes";
  const total = new Pieces(failing, unit).count;
  const narrowed = (draft: Draft): Narrowed => narrowedTo(draft, unit, total);
  const stage = {
    search: toFixedPoint(draft, passes),
    key: ({ key }: Draft) => key,
    world: (draft: Draft) => inputWorld(setting, draft.bytes),
    shown: ({ origin, size }: Draft) => ({ stage: origin.pass, set: origin.left, size }),
    total: failing.length,
    unit: "bytes",
    sizes: ({ size }: Draft) => ({ failing: size }),
    start: { failing: draft.size },
  };
  const end = await runStage(run, stage, {
    ...watcher,
    onBest: (best) => first && watcher.onBest?.(narrowed(best)),
    onStep: (row) => {
      rows.push(row);
      watcher.onStep?.(row);
    },
  });
  return { cause: narrowed(end.result ?? draft), complete: end.complete, stages: summaries(rows, draft.size) };
}

function narrowedTo(draft: Draft, unit: Unit, total: number): Narrowed {
  const deltas = { total, cause: new Pieces(draft.bytes, unit).count };
  return { failing: draft.bytes, sources: () => draft.sources(), unit, deltas };
}

/** One summary for each time that a pass ran. */
function summaries(rows: readonly StepRow[], size: number): StageSummary[] {
  const stages: StageSummary[] = [];
  for (const { stage, failing } of rows) {
    const last = stages.at(-1);
    const goesOn = last?.name === stage;
    const total = goesOn ? last.deltas.total : (last?.deltas.cause ?? size);
    const summary = {
      name: stage,
      search: "auto",
      deltas: { total, cause: failing },
      needed: 1 + (goesOn ? last.needed : 0),
    };
    if (goesOn) stages.pop();
    stages.push(summary);
  }
  return stages;
}
