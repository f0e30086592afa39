import type { DeltaSet } from "../core/delta-set.ts";
import type { BrokenAssumption, TestCounts } from "../core/finding.ts";
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
  /** The passing set was sought for its size: what it lacks is no cause, and other sets may fail. */
  readonly largest?: true;
}

/** Which assumptions of delta debugging the tests of a search contradict. */
export function brokenAssumptions(tested: Iterable<Tested>, found: FoundSets): BrokenAssumption[] {
  const cause = found.passing ? found.failing.minus(found.passing) : found.failing;
  let masked: DeltaSet | undefined;
  let elsewhere: DeltaSet | undefined;
  for (const { set, outcome } of tested) {
    if (outcome === "pass" && set.contains(found.failing)) masked ??= set;
    if (outcome === "fail" && found.passing?.contains(set)) masked ??= found.passing;
    if (outcome === "fail" && !set.contains(cause)) elsewhere ??= set;
  }
  const broken: BrokenAssumption[] = [];
  if (masked) {
    const seen = `A larger set (${masked.size} deltas) passes although a part of it fails: some deltas hide the failure.`;
    broken.push({ assumption: "monotone", seen });
  }
  if (elsewhere && !found.largest) {
    const missing = cause.minus(elsewhere).size;
    const without = missing === cause.size ? "any of what was found" : `${missing} of the ${cause.size} deltas found`;
    broken.push({
      assumption: "unambiguous",
      seen: `A set without ${without} fails as well: there is more than one cause.`,
    });
  }
  return broken;
}

/** What unresolved outcomes say: the world is not one in which every set can be judged. */
export function unresolvedOutcomes(tests: Pick<TestCounts, "unresolved" | "needed">): BrokenAssumption[] {
  const { unresolved, needed } = tests;
  if (unresolved === 0) return [];
  return [{ assumption: "resolved", seen: `${unresolved} of ${needed} tests had no clear outcome.` }];
}
