import type { CauseEntry } from "../../core/finding.ts";
import type { Conclusion } from "../../run/conclusion.ts";
import { brokenAssumptionsOf, verdictOf } from "../../run/conclusion.ts";
import { confirmInNewTrees } from "../confirm-in-new-trees.ts";
import type { VersionsContext } from "../context.ts";
import { treeOf } from "../worlds/trees.ts";
import { type CommitSearchEnd, suspectEntries } from "./search-commits.ts";

/** The conclusion of a search that stops at the commit. */
export interface CommitConclusion extends Conclusion {
  readonly suspects: readonly CauseEntry[];
  readonly log: string;
  /** What earlier tests left behind may have misled the search: it does not hold in new trees. */
  readonly isMisled: boolean;
  readonly notes: readonly string[];
}

/** Runs the commit that was found and the one before it once more, in fresh trees. */
export async function concludeCommit(context: VersionsContext, found: CommitSearchEnd): Promise<CommitConclusion> {
  const { run, pair } = context;
  const { failing, passing, suspectCount, log } = found;
  const { broken, isMisled } = await confirmInNewTrees(run, [
    { world: pair.freshWorld(treeOf(pair, failing)), expected: "fail", name: `version with ${failing.name}` },
    { world: pair.freshWorld(treeOf(pair, passing)), expected: "pass", name: `version before it, ${passing.name},` },
  ]);
  return {
    verdict: verdictOf(run, true),
    suspects: suspectEntries(found),
    log,
    isMisled,
    notes: notesOn(context, found),
    assumptions: [...broken, ...brokenAssumptionsOf(run, [])],
    minimal: suspectCount === 1 && broken.length === 0,
  };
}

function notesOn({ run }: VersionsContext, found: CommitSearchEnd): string[] {
  const { suspects, suspectCount, failing, passing } = found;
  const deeper = `To find the lines: culprit resume ${run.record.header.run} --deeper`;
  if (suspectCount > 1) {
    const listed = suspectEntries(found).length;
    const more = suspectCount > listed ? `; ${listed} of them are listed` : "";
    return [`The commits between ${passing.name} and ${failing.name} could not be told apart${more}.`, deeper];
  }
  if (suspects.length === 0)
    return [`The last commit (${passing.name}) passes: the cause is in your uncommitted changes.`, deeper];
  return [deeper];
}
