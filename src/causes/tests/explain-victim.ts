import type { BrokenAssumption, StageSummary, StepRow, TestCounts } from "../../core/finding.ts";
import type { Run } from "../../run/run.ts";
import type { FinishedRun } from "../../run/story.ts";
import { type Cleaners, findCleaners } from "./cleaners.ts";
import { confirmExplanation, type Demonstration } from "./demonstration.ts";
import { findLeak } from "./leak/find-leak.ts";
import type { FoundLeak } from "./leak/leak.ts";
import { type DecidingTest, withLoadsAlone } from "./loads.ts";
import { notUnderControl } from "./refusals.ts";
import { searchOthers } from "./search-others.ts";
import type { SuiteMember } from "./suite.ts";
import { type Obstacle, settleVictim, type VictimEnds } from "./victim-ends.ts";
import type { VictimSearch } from "./victim-search.ts";
import { worldOf } from "./world-after.ts";

/** What the search for one test took. */
export interface Evidence {
  readonly tests: Omit<TestCounts, "run">;
  readonly steps: readonly StepRow[];
  readonly stages: readonly StageSummary[];
  readonly ends: FinishedRun["ends"];
}

/** Which other tests decide how a test ends, by experiment. */
export interface Explanation {
  readonly evidence: Evidence;
  /** `polluted`: it fails after them, and passes alone. `brittle`: it fails alone, and passes after them. */
  readonly how: "polluted" | "brittle";
  /** They decide it only together: none of them can be left out. */
  readonly others: readonly DecidingTest[];
  /** Without one of them, it ends in yet another way. */
  readonly endsOtherwise: boolean;
  /** Those among which they were found, in the order in which they ran. */
  readonly before: readonly SuiteMember[];
  /** Of a polluted test: which tests make it pass again. Undefined: that is not known. */
  readonly cleaners?: Cleaners;
  /** It was looked for what they leave behind. */
  readonly looksForLeak: boolean;
  /** What they leave behind that decides; undefined: it was not found. */
  readonly leak?: FoundLeak;
  /** Undefined: the search was stopped before. */
  readonly demonstration?: Demonstration;
  readonly complete: boolean;
  readonly assumptions: readonly BrokenAssumption[];
}

/** Why no other tests decide it, as sentences. */
export interface Refusal extends Obstacle {
  readonly evidence: Evidence;
}

export async function explainVictim(search: VictimSearch): Promise<Explanation | Refusal> {
  const found = await explain(search);
  return { ...found, evidence: evidenceOf(search.run) };
}

async function explain(search: VictimSearch): Promise<Omit<Explanation, "evidence"> | Obstacle> {
  const ends = await settleVictim(search);
  if ("reason" in ends) return ends;
  const { how, before } = ends;
  const { others, complete, wasExpected, endsOtherwise, harmlessFiles } = await findDeciding(search, ends);
  if (!others && complete) return { reason: notUnderControl(search) };
  const found = { how, before, others: others ?? before, endsOtherwise, assumptions: [] };
  if (!others || !complete) return { ...found, looksForLeak: false, complete: false };
  const { demonstration, assumptions } = await confirmExplanation(search, { how, others, wasExpected });
  const asksMore = how === "polluted" && !search.request.ignoresLeaks;
  const deciding = asksMore ? await withLoadsAlone(search, { others, harmlessFiles }) : others;
  const leak = await findLeak(search, { how, others: deciding });
  const cleaners = asksMore ? await findCleaners(search, deciding) : undefined;
  return {
    ...found,
    others: deciding,
    looksForLeak: search.suite.started !== undefined && !search.request.ignoresLeaks,
    ...(leak ? { leak } : {}),
    demonstration,
    ...(cleaners ? { cleaners } : {}),
    complete: !search.run.stopped.aborted,
    assumptions,
  };
}

function findDeciding(search: VictimSearch, { how, before }: VictimEnds) {
  return searchOthers(search, {
    name: how === "polluted" ? "polluters" : "setters",
    candidates: before,
    always: [],
    outcome: how === "polluted" ? "fail" : "pass",
    // What the suite showed was without culprit's order: it is asked again if nothing smaller shows it.
    isKnown: search.run.knows(worldOf(search, before).content),
  });
}

function evidenceOf({ counts, steps, stages, ends }: Run): Evidence {
  const { run: _, ...tests } = counts.snapshot;
  const failure = ends && { failure: ends.failure, ...(ends.printed === undefined ? {} : { printed: ends.printed }) };
  return { tests, steps, stages, ends: failure };
}
