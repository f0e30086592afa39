import type { DeltaSet } from "../core/delta-set.ts";
import type { BrokenAssumption } from "../core/finding.ts";
import type { Outcome } from "../core/outcome.ts";

/** One tested set. */
export interface Tested {
  readonly set: DeltaSet;
  readonly outcome: Outcome;
}

/** What a search found: a failing set, and where a pair was sought the passing set inside it. */
export interface FoundSets {
  readonly failing: DeltaSet;
  readonly passing?: DeltaSet;
}

/**
 * Which assumptions of delta debugging the tests contradict: that more deltas fail whenever fewer do (monotone), that
 * there is one cause (unambiguous), that every set has an outcome (resolved).
 */
export function brokenAssumptions(tested: Iterable<Tested>, found: FoundSets): BrokenAssumption[] {
  const cause = found.passing ? found.failing.minus(found.passing) : found.failing;
  let [total, unresolved] = [0, 0];
  let masked: DeltaSet | undefined;
  let elsewhere: DeltaSet | undefined;
  for (const { set, outcome } of tested) {
    total++;
    if (outcome === "unresolved") unresolved++;
    if (outcome === "pass" && !masked && set.contains(found.failing)) masked = set;
    if (outcome === "fail" && !elsewhere && !set.contains(cause)) elsewhere = set;
    if (outcome === "fail" && !masked && found.passing?.contains(set)) masked = found.passing;
  }
  const broken: BrokenAssumption[] = [];
  if (masked) {
    const seen = `A larger set passes (${masked.size} deltas) although a part of it fails: some deltas hide the failure.`;
    broken.push({ assumption: "monotone", seen });
  }
  if (elsewhere) {
    const missing = cause.minus(elsewhere);
    const seen = `A set without ${missing.size === cause.size ? "any" : `${missing.size}`} of the ${cause.size} deltas found fails as well: there is more than one cause.`;
    broken.push({ assumption: "unambiguous", seen });
  }
  if (unresolved > 0) {
    broken.push({ assumption: "resolved", seen: `${unresolved} of ${total} tests had no clear outcome.` });
  }
  return broken;
}
