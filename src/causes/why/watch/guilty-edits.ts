import { DeltaSet } from "../../../core/delta-set.ts";
import type { CauseEntry } from "../../../core/finding.ts";
import type { Outcome } from "../../../core/outcome.ts";
import type { Run } from "../../../run/run.ts";
import { type Failure, howItEnded } from "../../../trial/failure.ts";
import type { World } from "../../../trial/laboratory.ts";
import type { Execution } from "../../../trial/process/execution.ts";
import { explainChanges } from "../../../versions/changes/explain-changes.ts";
import { changeEntry } from "../../../world/changes/change-entry.ts";
import type { EditCandidates } from "./edit-candidates.ts";

/** The edits since the test passed that make it fail. */
export interface GuiltyEdits {
  /** How many edits there are. */
  readonly total: number;
  readonly cause: readonly CauseEntry[];
  /** As a patch that makes the files that passed fail. */
  readonly patch: string;
  /** It failed again with these alone, and passed with all others. Otherwise the test may be flaky, or the edits depend on each other. */
  readonly isConfirmed: boolean;
}

/** How the test failed with all edits. */
export interface SeenFailure {
  readonly failure: Failure;
  readonly execution: Execution;
  readonly timeLimit: number;
  /** It was among other tests, and candidates run it alone: that has to be seen first. */
  readonly isUnseenAlone: boolean;
}

/** The test of a suite does not fail alone; or it fails with the files that passed, too. */
export type NoEdits = "not alone" | "no edit";

/**
 * Finds the smallest edits with which the files that passed fail. Both ends were seen by the same command in the same folder, so the
 * search does not run them again; what it finds is confirmed. Undefined: it was stopped.
 */
export async function findGuiltyEdits(
  run: Run,
  candidates: EditCandidates,
  seen: SeenFailure,
): Promise<GuiltyEdits | NoEdits | undefined> {
  const { changes, patch } = candidates;
  recordSeen(run, candidates, seen);
  if (seen.isUnseenAlone && (await outcomeOf(run, candidates.freshWorld(changes.all))) !== "fail") return "not alone";
  const { failing, complete } = await explainChanges(run, candidates);
  if (!complete || run.stopped.aborted) return undefined;
  const isSure = await isConfirmed(run, candidates, failing);
  if (!isSure && (await outcomeOf(run, candidates.freshWorld(DeltaSet.empty))) === "fail") return "no edit";
  return {
    total: changes.changes.length,
    cause: [...failing].map((i) => changeEntry(changes.changes[i]!)),
    patch: Buffer.from(patch(DeltaSet.empty, failing)).toString("utf8"),
    isConfirmed: isSure,
  };
}

/** What was seen of both ends, so that the search need not ask for it. */
function recordSeen(
  run: Run,
  { changes, world }: EditCandidates,
  { failure, execution, timeLimit }: SeenFailure,
): void {
  const milliseconds = Math.round(execution.milliseconds);
  const ended = howItEnded(execution);
  run.recordEnds({
    failing: { content: world(changes.all).content, outcome: "fail", ended, milliseconds, runs: 1 },
    other: { content: world(DeltaSet.empty).content, outcome: "pass", ended: "exit 0", milliseconds, runs: 1 },
    failure,
    timeLimit,
    repeat: 1,
    executions: 0,
  });
}

/** Both at once: it takes no longer than one of them. */
async function isConfirmed(run: Run, { changes, freshWorld }: EditCandidates, found: DeltaSet): Promise<boolean> {
  const others = changes.all.minus(found);
  const [alone, without] = await Promise.all([
    // With all edits it has just failed.
    others.isEmpty ? "fail" : outcomeOf(run, freshWorld(found)),
    outcomeOf(run, freshWorld(others)),
  ]);
  return alone === "fail" && without === "pass";
}

async function outcomeOf(run: Run, world: World): Promise<Outcome> {
  return (await run.observe(world)).outcome;
}
