import { type DecidingTest, plannedTest } from "./loads.ts";
import { searchOthers } from "./search-others.ts";
import type { SuiteMember } from "./suite.ts";
import { runTrialIfPossible } from "./try-world.ts";
import type { VictimSearch } from "./victim-search.ts";
import { worldAfter } from "./world-after.ts";

/** Tests after which another one passes again, although the polluters ran. */
export interface Cleaners {
  readonly tests: readonly SuiteMember[];
  /** How many were run in between together, to see whether there are any. */
  readonly tried: number;
}

/** Milliseconds: in a slower suite it would take too long to look for tests that nobody asked for. */
const slowSuite = 60_000;

/**
 * Finds tests after which the test passes again, although the polluters ran. Runs all other tests in between first; if it
 * still fails then, none is looked for: mostly there is none, but one may be followed by another polluter. Undefined: it was not tried to the end.
 */
export async function findCleaners(
  search: VictimSearch,
  polluters: readonly DecidingTest[],
): Promise<Cleaners | undefined> {
  const { suite, victim, run } = search;
  if (suite.milliseconds > slowSuite) return undefined;
  const names = new Set([victim, ...polluters].map(({ id }) => id));
  const candidates = suite.tests.filter(({ id }) => !names.has(id));
  const first = polluters.map(plannedTest);
  const world = worldAfter(search, [...first, ...candidates.map(({ test }) => test)]);
  const outcome = await runTrialIfPossible(run, "cleaners", world);
  const tried = candidates.length;
  if (outcome !== "pass") return outcome === "fail" ? { tests: [], tried } : undefined;
  const { others, complete } = await searchOthers(search, {
    name: "cleaners",
    candidates,
    always: polluters,
    outcome: "pass",
    isKnown: true,
  });
  return complete && others ? { tests: others, tried } : undefined;
}
