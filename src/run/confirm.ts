import type { BrokenAssumption } from "../core/finding.ts";
import type { Outcome } from "../core/outcome.ts";
import type { World } from "../trial/laboratory.ts";
import type { Run } from "./run.ts";

/** A world, and the outcome that it should have according to the search. */
export interface Claim {
  readonly world: World;
  readonly outcome: Outcome;
  /** As in: the failing result. */
  readonly name: string;
}

/** What is found here is not the end of the run: it goes on with that when it is resumed. */
export const unconfirmed: BrokenAssumption = {
  assumption: "consistent",
  seen: "The run was stopped before the result was confirmed.",
};

/** Runs what was found once more, so that no result rests on a single lucky test; returns the claims that did not hold. */
export async function confirm(run: Run, claims: readonly Claim[]): Promise<BrokenAssumption[]> {
  const broken: BrokenAssumption[] = [];
  try {
    const observations = claims.map((claim) => run.observe(claim.world));
    await Promise.allSettled(observations);
    for (const [i, claim] of claims.entries()) {
      const { outcome, ended } = await observations[i]!;
      if (outcome === claim.outcome) continue;
      const seen = run.conditions.ask
        ? `Your answers contradict each other: the ${claim.name} did not ${claim.outcome} when you were asked again (${ended}).`
        : `The ${claim.name} did not ${claim.outcome} when it was run again (${outcome}, ${ended}): the test may be flaky, or depend ` +
          "on what earlier tests left behind. Try --repeat auto.";
      broken.push({ assumption: "consistent", seen });
    }
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    broken.push(unconfirmed);
  }
  return broken;
}

/** Claims that a result fails and, for a pair, that its other half passes. */
export function pairClaims<T>(pair: { readonly failing: T; readonly passing?: T }, world: (half: T) => World): Claim[] {
  const { failing, passing } = pair;
  return [
    { world: world(failing), outcome: "fail", name: "failing result" },
    ...(passing === undefined ? [] : [{ world: world(passing), outcome: "pass" as const, name: "passing result" }]),
  ];
}
