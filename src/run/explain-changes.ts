import { DeltaSet } from "../core/delta-set.ts";
import type { StageSummary, StepRow } from "../core/finding.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Hinted } from "../core/search.ts";
import { type Explanation, explain } from "../search/explain.ts";
import { skipping } from "../search/skipping.ts";
import type { World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import type { Changes } from "../world/changes.ts";
import { aboutChanges } from "../world/hints.ts";
import { namesIn } from "../world/names.ts";
import { scopesOf } from "../world/scopes.ts";
import type { SearchTaken } from "./conclude.ts";
import type { Listener } from "./request.ts";
import type { Run } from "./run.ts";
import { runStage, stageOf, testedSets } from "./stage.ts";

/** A run with the steps and stages that it has taken so far. */
export interface RunSoFar {
  readonly run: Run;
  readonly listener: Listener;
  readonly steps: StepRow[];
  readonly stages: StageSummary[];
}

/** Which changes make the difference between a version and what all of them make of it. */
export interface ExplainedChanges extends Explanation {
  readonly complete: boolean;
  /** What was found, or else what is in question yet. */
  readonly left: DeltaSet;
  readonly taken: SearchTaken;
}

/** After so many candidates that cannot be read, they are tested all the same. */
const mostForeknown = 2000;

/** Narrows changes down to those that the failure needs; `world` makes a candidate of some of them. */
export async function explainChanges(
  { run, listener, steps, stages }: RunSoFar,
  changes: Changes,
  world: (set: DeltaSet) => World,
  onBest?: (best: Explanation) => void,
): Promise<ExplainedChanges> {
  const named = namesIn(changes.changes);
  const { depth, files, foreknown } = await scopesOf(changes);
  const { all } = changes;
  const place = { passing: DeltaSet.empty, failing: all, depth, dependencies: named.dependencies, groups: files };
  const search = skipping<Explanation, Outcome | Hinted>(explain(place), foreknown, mostForeknown);
  const total = all.size;
  const stage = stageOf<Explanation, Outcome | Hinted>({
    name: "changes",
    search,
    answer: hinted,
    total,
    world: (set) => ({
      ...world(set),
      hint: (execution) => aboutChanges(execution, changes, named).toString(),
    }),
    start: { failing: total, passing: 0 },
    sizes: ({ failing, suspects }) => ({
      failing: failing.size,
      passing: failing.size - (suspects.isEmpty ? failing.size : suspects.size),
    }),
  });
  const watcher = { onStep: (row: StepRow) => steps.push(row), onProgress: listener.onProgress };
  const end = await runStage(run, stage, onBest ? { ...watcher, onBest } : watcher);
  const found = end.result ?? { failing: all, causes: all, suspects: all };
  const left = end.complete || found.suspects.isEmpty ? found.failing : found.suspects;
  stages.push({ name: "changes", search: "explain", deltas: { total, cause: left.size }, needed: end.needed });
  const taken = { tested: () => testedSets(search, end), found: { failing: found.failing } };
  return { ...found, complete: end.complete, left, taken };
}

function hinted({ outcome, hint }: Observation): Outcome | Hinted {
  return outcome === "unresolved" && hint ? { outcome, about: DeltaSet.parse(hint) } : outcome;
}
