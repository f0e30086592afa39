import type { BrokenAssumption, Verdict } from "../core/finding.ts";
import { brokenAssumptions, type FoundSets, type Tested, unresolvedOutcomes } from "../search/assumptions.ts";
import type { Run } from "./run.ts";

/** How a run came out, whatever it was about. */
export interface Conclusion {
  readonly verdict: Verdict;
  /** Why there is no cause, for people. */
  readonly reason?: string;
  /** Proved, and the result confirmed. */
  readonly minimal: boolean;
  readonly assumptions: readonly BrokenAssumption[];
}

/** The sets that a search tested, and what it found by them. */
export interface SearchTaken {
  readonly tested: () => Iterable<Tested>;
  readonly found: FoundSets;
}

/** What the searches of a run saw that delta debugging takes for granted and that does not hold here. */
export function brokenAssumptionsOf(run: Run, searches: readonly SearchTaken[]): BrokenAssumption[] {
  const seen = searches.flatMap(({ tested, found }) => brokenAssumptions(tested(), found));
  const { unresolved, needed } = run.counts.snapshot;
  return [...onePerAssumption(seen), ...unresolvedOutcomes(unresolved, needed)];
}

/** Several stages may see the same; once is enough. */
function onePerAssumption(seen: readonly BrokenAssumption[]): BrokenAssumption[] {
  return seen.filter(({ assumption }, i) => seen.findIndex((each) => each.assumption === assumption) === i);
}

/** `found` if every search came to its end; otherwise why the run stopped. */
export function verdictOf(run: Run, complete: boolean): Verdict {
  if (complete) return "found";
  return run.stopped.aborted ? run.stopped.reason : "exhausted";
}
