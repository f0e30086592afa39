import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Hinted, HintedSearch } from "../../core/search.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import type { Sizes } from "../../run/progress.ts";
import type { Run } from "../../run/run.ts";
import { runStage, stageOf, testedSets } from "../../run/stage.ts";
import { type Explanation, explainDifference } from "../../search/explain.ts";
import { skipping } from "../../search/skipping.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Observation } from "../../trial/observation.ts";
import { aboutChanges } from "../../world/changes/error-hints.ts";
import { indexNames } from "../../world/changes/name-index.ts";
import { scopesOf } from "../../world/changes/scopes.ts";
import type { Changes } from "../../world/changes/version-diff.ts";

/** The changes that a failure needs. */
export interface ExplainedChanges extends Explanation {
  readonly complete: boolean;
  /** The changes found; if the search was stopped, those still in question. */
  readonly left: DeltaSet;
  readonly taken: SearchTaken;
}

/** Finds the changes that a failure needs; `world` builds the candidate with some of them. */
export async function explainChanges(
  run: Run,
  { changes, world }: { readonly changes: Changes; readonly world: (set: DeltaSet) => World },
  onBest?: (best: Explanation) => void,
): Promise<ExplainedChanges> {
  const name = "changes";
  const { search, withHints, hintIn } = await changeSearch(changes, name);
  const { all } = changes;
  const total = all.size;
  const stage = stageOf<Explanation, Outcome | Hinted>({
    name,
    searchName: "explain",
    search,
    answer: (observation) => {
      const hint = observation.outcome === "unresolved" ? hintIn(observation) : undefined;
      return hint ? { outcome: "unresolved", about: hint } : observation.outcome;
    },
    total,
    world: (set) => withHints(world(set)),
    start: { failing: total, passing: 0 },
    sizes: sizesOf,
  });
  const end = await runStage(run, stage, onBest ? { onBest } : {});
  const found = end.result ?? { failing: all, causes: all, suspects: all };
  const left = end.complete || found.suspects.isEmpty ? found.failing : found.suspects;
  const taken = { tested: () => testedSets(search, end), found: { failing: found.failing } };
  return { ...found, complete: end.complete, left, taken };
}

/** A search among changes, and how its tests pass hints to it: which changes the errors of a candidate are about. */
export interface ChangeSearch {
  readonly search: HintedSearch<Explanation>;
  /** The same world, whose test leaves a hint if it is unresolved. */
  readonly withHints: (world: World) => World;
  /** The hint that an observation has for this search. */
  readonly hintIn: (observation: Observation) => DeltaSet | undefined;
}

/** Maximum number of candidates that are skipped because they cannot be parsed; after that they are tested anyway. */
const maxSkipped = 2000;

/** Hints begin with the stage's name: in another stage the same world has hints about different changes. */
export async function changeSearch(changes: Changes, stage: string, failing = changes.all): Promise<ChangeSearch> {
  const named = indexNames(changes.changes);
  const { depth, files, answerWithoutTest } = await scopesOf(changes);
  const difference = { passing: DeltaSet.empty, failing, depth, dependencies: named.dependencies, groups: files };
  return {
    search: skipping<Explanation, Outcome | Hinted>(explainDifference(difference), answerWithoutTest, maxSkipped),
    withHints: (world) => ({
      ...world,
      hint: (execution) => `${stage}:${aboutChanges(execution, changes, named).toString()}`,
    }),
    hintIn: ({ hint }) => (hint?.startsWith(`${stage}:`) ? DeltaSet.parse(hint.slice(stage.length + 1)) : undefined),
  };
}

/** How far a search has come, for the progress line. */
export function sizesOf({ failing, suspects }: Explanation): Sizes {
  return {
    failing: failing.size,
    passing: failing.size - (suspects.isEmpty ? failing.size : suspects.size),
  };
}
