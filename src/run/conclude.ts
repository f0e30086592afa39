import type { BrokenAssumption, Finding, Story, Verdict } from "../core/finding.ts";
import type { Outcome } from "../core/outcome.ts";
import { brokenAssumptions, type FoundSets, type Tested, unresolvedOutcomes } from "../search/assumptions.ts";
import { describeFailure } from "../trial/failure.ts";
import type { World } from "../trial/laboratory.ts";
import type { RunRequest } from "./request.ts";
import type { Run } from "./run.ts";

/** How a run came out, whatever it was about. */
export interface Concluded {
  readonly verdict: Verdict;
  readonly reason?: string;
  /** Proved, and the result confirmed. */
  readonly minimal: boolean;
  readonly assumptions: readonly BrokenAssumption[];
}

/** A world of which the search says how it comes out. */
export interface Claim {
  readonly world: World;
  readonly outcome: Outcome;
  /** As in: the failing result. */
  readonly name: string;
}

/** Runs what was found once more: an accusation should not rest on a test that was lucky once. */
export async function confirm(run: Run, claims: readonly Claim[]): Promise<BrokenAssumption[]> {
  const broken: BrokenAssumption[] = [];
  try {
    for (const claim of claims) {
      const { outcome, ended } = await run.observe(claim.world);
      if (outcome === claim.outcome) continue;
      const seen = `The ${claim.name} was run again and did not ${claim.outcome} (${outcome}, ${ended}): the test does not always say the same. Try --repeat auto.`;
      broken.push({ assumption: "consistent", seen });
    }
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    broken.push({ assumption: "consistent", seen: "It was stopped before the result was run once more." });
  }
  return broken;
}

/** The sets that a search tested, and what it found by them. */
export interface SearchTaken {
  readonly tested: () => Iterable<Tested>;
  readonly found: FoundSets;
}

/** What the searches of a run saw that delta debugging takes for granted and does not hold here. */
export function brokenAssumptionsOf(run: Run, searches: readonly SearchTaken[]): BrokenAssumption[] {
  const seen = searches.flatMap(({ tested, found }) => brokenAssumptions(tested(), found));
  const { unresolved, needed } = run.counts.snapshot;
  return [...onePerAssumption(seen), ...unresolvedOutcomes(unresolved, needed)];
}

/** Each stage may see the same; once is enough. */
function onePerAssumption(seen: readonly BrokenAssumption[]): BrokenAssumption[] {
  return seen.filter(({ assumption }, i) => seen.findIndex((each) => each.assumption === assumption) === i);
}

export function verdictOf(run: Run, complete: boolean): Verdict {
  if (complete) return "found";
  return run.stopped.aborted ? run.stopped.reason : "exhausted";
}

/** What an application adds to a story: all else is known to the run. */
export type Told = Omit<Story, "finding" | "test" | "started" | "version" | "steps"> & {
  readonly finding: Omit<Finding, "tests" | "run" | "seconds" | "failure" | "otherFailures" | "stages">;
};

/** What is said of a run before anything is found. */
export function nothingFound(known: Pick<Finding, "kind" | "verdict" | "search" | "deltas" | "by">): Told["finding"] {
  return { ...known, minimal: false, cause: [], causes: [], files: {}, assumptions: [] };
}

/** The whole story of a run, for the reports. */
export function storyOf(run: Run, { test }: RunRequest, { finding, ...told }: Told): Story {
  const { header } = run.record;
  const others = run.otherFailures.all;
  return {
    ...told,
    finding: {
      ...finding,
      stages: run.stages,
      tests: run.counts.snapshot,
      run: header.run,
      seconds: Math.round(run.seconds * 100) / 100,
      ...(run.failure ? { failure: describeFailure(run.failure) } : {}),
      ...(others.length > 0 ? { otherFailures: others } : {}),
    },
    steps: run.steps,
    test,
    started: header.started,
    version: header.version,
  };
}
