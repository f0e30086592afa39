import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type DeltaSearch, on } from "../../core/search.ts";
import type { Run } from "../../run/run.ts";
import { runStage, stageOf } from "../../run/stage/stage.ts";
import { type SmallFailing, type SmallFirst, smallFirst } from "../../search/small-first.ts";
import type { World } from "../../trial/laboratory.ts";

/** Some things, with all of which a test has an outcome that it does not have without them. */
export interface FewQuestion extends SmallFirst {
  /** What they are called. */
  readonly name: string;
  readonly total: number;
  readonly world: (set: DeltaSet) => World;
  readonly outcome: "fail" | "pass";
}

export interface FewFound {
  /** Undefined: none of them decide, or the search was stopped before it knew any. */
  readonly few: DeltaSet | undefined;
  readonly complete: boolean;
}

/** Finds as few of them as possible with which the test has the outcome. */
export async function searchFew(run: Run, { name, total, world, outcome, ...how }: FewQuestion): Promise<FewFound> {
  const all = DeltaSet.range(0, total);
  const search = smallFirst(all, how);
  const end = await runStage(
    run,
    stageOf<SmallFailing>({
      name,
      searchName: "small-first",
      search: outcome === "fail" ? search : reversed(search),
      total,
      world,
      sizes: ({ failing = all }) => ({ failing: failing.size }),
      start: { failing: total },
    }),
  );
  return { few: end.result?.failing, complete: end.complete };
}

/** A search for what makes the test pass. */
function reversed(search: DeltaSearch<SmallFailing>): DeltaSearch<SmallFailing> {
  return on(search, { question: (set) => set, result: (result) => result, answer: opposite });
}

function opposite(outcome: Outcome): Outcome {
  return outcome === "fail" ? "pass" : outcome === "pass" ? "fail" : "unresolved";
}
