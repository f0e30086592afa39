import type { Conclusion } from "../../run/conclusion.ts";
import { brokenAssumptionsOf, verdictOf } from "../../run/conclusion.ts";
import { confirm } from "../../run/confirm.ts";
import type { VersionsContext } from "../context.ts";
import { treeOf } from "../worlds/trees.ts";
import type { Commit } from "./commit-graph.ts";
import type { CommitSearchEnd } from "./search-commits.ts";

/** The conclusion of a search that stops at the commit. */
export interface CommitConclusion extends Conclusion {
  readonly suspects: readonly Commit[];
  readonly log: string;
  readonly notes: readonly string[];
}

/** Runs the commit that was found and the one before it once more, in fresh trees. */
export async function concludeCommit(context: VersionsContext, found: CommitSearchEnd): Promise<CommitConclusion> {
  const { run, pair } = context;
  const { failing, passing, suspects, suspectCount, log } = found;
  const inconsistent = await confirm(run, [
    { world: pair.freshWorld(treeOf(pair, failing)), outcome: "fail", name: `version with ${failing.name}` },
    { world: pair.freshWorld(treeOf(pair, passing)), outcome: "pass", name: `version before it, ${passing.name},` },
  ]);
  return {
    verdict: verdictOf(run, true),
    suspects,
    log,
    notes: notesOn(context, found),
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, [])],
    minimal: suspectCount === 1 && inconsistent.length === 0,
  };
}

function notesOn({ run }: VersionsContext, { suspects, suspectCount, failing, passing }: CommitSearchEnd): string[] {
  const deeper = `Which of its lines: culprit resume ${run.record.header.run} --deeper`;
  if (suspectCount > 1) {
    const more = suspectCount > suspects.length ? `; ${suspects.length} of them are listed` : "";
    return [`The commits between ${passing.name} and ${failing.name} could not be told apart${more}.`, deeper];
  }
  if (suspects.length === 0) return [`${passing.name}, the last commit, passes: the cause is not committed.`, deeper];
  return [deeper];
}
