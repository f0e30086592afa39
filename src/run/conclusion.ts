import type { BrokenAssumption, Verdict } from "../core/finding.ts";
import { brokenAssumptions, type FoundSets, type Tested, unresolvedOutcomes } from "../search/assumptions.ts";
import type { Run } from "./run.ts";

/** How a run ended, whatever the application. */
export interface Conclusion {
  readonly verdict: Verdict;
  /** Why there is no cause, as a sentence for the user. */
  readonly reason?: string;
  /** Proved minimal, and confirmed. */
  readonly minimal: boolean;
  readonly assumptions: readonly BrokenAssumption[];
}

/** The sets that a search tested, and what it found. */
export interface SearchTaken {
  readonly tested: () => Iterable<Tested>;
  readonly found: FoundSets;
}

/** The assumptions of delta debugging that the searches of a run saw broken. */
export function brokenAssumptionsOf(run: Pick<Run, "counts">, searches: readonly SearchTaken[]): BrokenAssumption[] {
  const seen = searches.flatMap(({ tested, found }) => brokenAssumptions(tested(), found));
  return [...onePerAssumption(seen), ...unresolvedOutcomes(run.counts.snapshot)];
}

/** Several stages may see the same one. */
function onePerAssumption(seen: readonly BrokenAssumption[]): BrokenAssumption[] {
  return seen.filter(({ assumption }, i) => seen.findIndex((each) => each.assumption === assumption) === i);
}

/** `found` if every search came to its end; otherwise why the run was stopped. */
export function verdictOf(run: Pick<Run, "stopped">, complete: boolean): Verdict {
  if (complete) return "found";
  return run.stopped.aborted ? run.stopped.reason : "exhausted";
}
