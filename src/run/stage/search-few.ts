import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type DeltaSearch, on } from "../../core/search.ts";
import type { StageDetails } from "../../core/stage-details.ts";
import { type SmallFailing, type SmallFirst, smallFirst } from "../../search/small-first.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Observation } from "../../trial/observation.ts";
import type { Run } from "../run.ts";
import { runStage, stageOf } from "./stage.ts";

/** Some things, with all of which a test has an outcome that it does not have without them. */
export interface FewQuestion extends SmallFirst {
  /** What they are called. */
  readonly name: string;
  readonly total: number;
  readonly world: (set: DeltaSet) => World;
  readonly outcome: "fail" | "pass";
  /** What they are, for people who look at a step. */
  readonly labels?: () => readonly string[];
  readonly details?: () => StageDetails;
  /** What is found is run once more. */
  readonly confirms?: true;
  /** Every other failure counts as the failure, too. */
  readonly anyFailure?: true | undefined;
}

export interface FewFound {
  /** Undefined: none of them decide, or the search was stopped before it knew any. */
  readonly few: DeltaSet | undefined;
  readonly complete: boolean;
  /** They were the only ones left before they were tried. */
  readonly wasExpected: boolean;
  /** Asked for with `confirms`: it came out the same when it was run again. */
  readonly isConfirmed: boolean;
}

/** Finds as few of them as possible with which the test has the outcome. */
export async function searchFew(
  run: Run,
  { name, total, world, outcome, labels, details, anyFailure, confirms, ...how }: FewQuestion,
): Promise<FewFound> {
  const all = DeltaSet.range(0, total);
  const search = smallFirst(all, how);
  const end = await runStage(
    run,
    stageOf<SmallFailing>({
      name,
      searchName: "small-first",
      search: outcome === "fail" ? search : reversed(search),
      ...(anyFailure ? { answer: ({ outcome }: Observation) => (outcome === "pass" ? "pass" : "fail") } : {}),
      total,
      world,
      sizes: ({ failing = all }) => ({ failing: failing.size }),
      start: { failing: total },
      logging: { labels, details },
    }),
  );
  const few = end.result?.failing;
  return {
    few,
    complete: end.complete,
    wasExpected: end.result?.wasExpected === true,
    isConfirmed:
      confirms === true && few !== undefined && end.complete && (await holds(run, world(few), { outcome, anyFailure })),
  };
}

/** Runs what was found once more. */
async function holds(
  run: Run,
  world: World,
  { outcome, anyFailure }: Pick<FewQuestion, "outcome" | "anyFailure">,
): Promise<boolean> {
  try {
    const again = await run.observe(world);
    return again.outcome === outcome || (anyFailure === true && again.outcome !== "pass");
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return false;
  }
}

/** A search for what makes the test pass. */
function reversed(search: DeltaSearch<SmallFailing>): DeltaSearch<SmallFailing> {
  return on(search, { question: (set) => set, result: (result) => result, answer: opposite });
}

function opposite(outcome: Outcome): Outcome {
  return outcome === "fail" ? "pass" : outcome === "pass" ? "fail" : "unresolved";
}
