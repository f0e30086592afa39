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

/** Which changes make the difference between a version and what all of them make of it. */
export interface ExplainedChanges extends Explanation {
  readonly complete: boolean;
  /** What was found, or else what is in question yet. */
  readonly left: DeltaSet;
  readonly taken: SearchTaken;
}

/** After so many candidates that cannot be read, they are tested all the same. */
const maxWithoutTest = 2000;

/** The search for the changes that a failure needs, and what its tests are to tell it. */
export interface ChangesSearch {
  readonly search: HintedSearch<Explanation>;
  /** The same world, which says what an outcome that tells nothing is about. */
  readonly hinting: (world: World) => World;
  /** What an observation says of that. */
  readonly about: (observation: Observation) => DeltaSet | undefined;
}

/** `stage` stands in the hints: a world that another stage knows too has hints about other changes there. */
export async function searchIn(changes: Changes, stage: string, failing = changes.all): Promise<ChangesSearch> {
  const named = indexNames(changes.changes);
  const { depth, files, answerWithoutTest } = await scopesOf(changes);
  const place = { passing: DeltaSet.empty, failing, depth, dependencies: named.dependencies, groups: files };
  return {
    search: skipping<Explanation, Outcome | Hinted>(explainDifference(place), answerWithoutTest, maxWithoutTest),
    hinting: (world) => ({
      ...world,
      hint: (execution) => `${stage}:${aboutChanges(execution, changes, named).toString()}`,
    }),
    about: ({ hint }) => (hint?.startsWith(`${stage}:`) ? DeltaSet.parse(hint.slice(stage.length + 1)) : undefined),
  };
}

/** How far a search among changes has come, for people. */
export function sizesOf({ failing, suspects }: Explanation): Sizes {
  return {
    failing: failing.size,
    passing: failing.size - (suspects.isEmpty ? failing.size : suspects.size),
  };
}

/** Narrows changes down to those that the failure needs; `world` makes a candidate of some of them. */
export async function explainChanges(
  run: Run,
  changes: Changes,
  world: (set: DeltaSet) => World,
  onBest?: (best: Explanation) => void,
): Promise<ExplainedChanges> {
  const name = "changes";
  const { search, hinting, about } = await searchIn(changes, name);
  const { all } = changes;
  const total = all.size;
  const stage = stageOf<Explanation, Outcome | Hinted>({
    name,
    searchName: "explain",
    search,
    answer: (observation) => {
      const hint = observation.outcome === "unresolved" ? about(observation) : undefined;
      return hint ? { outcome: "unresolved", about: hint } : observation.outcome;
    },
    total,
    world: (set) => hinting(world(set)),
    start: { failing: total, passing: 0 },
    sizes: sizesOf,
  });
  const end = await runStage(run, stage, onBest ? { onBest } : {});
  const found = end.result ?? { failing: all, causes: all, suspects: all };
  const left = end.complete || found.suspects.isEmpty ? found.failing : found.suspects;
  const taken = { tested: () => testedSets(search, end), found: { failing: found.failing } };
  return { ...found, complete: end.complete, left, taken };
}
