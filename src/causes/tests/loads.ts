import type { TestName } from "../../../runtimes/protocol/suite.ts";
import type { SuiteMember } from "./suite.ts";
import { runTrialIfPossible } from "./try-world.ts";
import type { VictimSearch } from "./victim-search.ts";
import { worldAfter } from "./world-after.ts";

/** A test that decides how another one ends. */
export interface DecidingTest extends SuiteMember {
  /** Not its own run does, but that its file is loaded. */
  readonly isLoad?: true;
}

/** What a plan says of it. */
export function plannedTest({ test, isLoad }: DecidingTest): TestName {
  return isLoad ? { file: test.file, names: [] } : test;
}

export interface Loads {
  readonly others: readonly SuiteMember[];
  /** Files after whose tests, without these others, it passed. */
  readonly harmlessFiles: ReadonlySet<string>;
}

/** For each test, tries whether it is enough to load its file, without running it. */
export async function withLoadsAlone(
  search: VictimSearch,
  { others, harmlessFiles }: Loads,
): Promise<readonly DecidingTest[]> {
  let deciding: readonly DecidingTest[] = others;
  for (const [i, other] of others.entries()) {
    const isHarmless = others.length === 1 && harmlessFiles.has(other.test.file);
    if (isHarmless || isLoadedAnyway(search, others, other)) continue;
    const changed = deciding.with(i, { ...other, isLoad: true });
    const world = worldAfter(search, changed.map(plannedTest));
    const outcome = await runTrialIfPossible(search.run, "loading", world);
    if (outcome === "fail") deciding = changed;
  }
  return deciding;
}

function isLoadedAnyway({ victim }: VictimSearch, others: readonly SuiteMember[], { test }: SuiteMember): boolean {
  return test.file === victim.test.file || others.filter((each) => each.test.file === test.file).length > 1;
}
