import { counted } from "../../report/quantity.ts";
import type { ChangesConclusion } from "../../versions/changes/changes-conclusion.ts";
import { isolateChanges } from "../../versions/changes/isolate-changes.ts";
import { concludeCommit } from "../../versions/commits/conclude-commit.ts";
import { type CommitSearchEnd, prepareCommitSearch, suspectEntries } from "../../versions/commits/search-commits.ts";
import { tightenReuse } from "../../versions/ends/tree-settings.ts";
import type { Version } from "../../world/tree/version.ts";
import { nothingFound, stoppedEarly } from "./conclusions.ts";
import type { ChangesContext } from "./context.ts";

/** Finds the cause in the files, between a version that passes and the new one: first the commit, then its lines. */
export async function searchFiles(
  context: ChangesContext,
  passing: Version,
  searchCommits = prepareCommitSearch(context, { passing, failing: context.pair.new }),
): Promise<ChangesConclusion> {
  const { run, pair } = context;
  const conclusion = await searchOnce(context, passing, searchCommits);
  if (!conclusion.isMisled || pair.hasNewTrees || run.stopped.aborted) return conclusion;
  if (!tightenReuse(run, pair, "The result does not hold in new trees, so the search is repeated")) return conclusion;
  return searchFiles(context, passing);
}

async function searchOnce(
  context: ChangesContext,
  passing: Version,
  searchCommits: ReturnType<typeof prepareCommitSearch>,
): Promise<ChangesConclusion> {
  const { request, run, pair } = context;
  const ends = { passing, failing: pair.new };
  const found = await searchCommits?.();
  if (found && !found.complete) return { ...stoppedEarly(context), suspects: suspectEntries(found), log: found.log };
  const goesOn = !request.commitOnly || request.deeper;
  if (goesOn) {
    if (found) run.note(commitNote(found));
    const conclusion = await isolateChanges(context, found ?? ends, ends);
    return found ? { ...conclusion, ...commitIfStopped(context, found, conclusion), log: found.log } : conclusion;
  }
  if (found) return { ...nothingFound(context), ...(await concludeCommit(context, found)) };
  const reason =
    `${pair.new.name} does not descend from ${passing.name}, or there is no commit between them.\n` +
    "Without --commit, culprit looks for the lines that differ.";
  return { ...nothingFound(context), verdict: "not-reproduced", reason };
}

/** A run that was stopped before it narrowed the changes of a commit knows that commit. */
function commitIfStopped(
  context: ChangesContext,
  searched: CommitSearchEnd,
  { found, verdict }: ChangesConclusion,
): Partial<ChangesConclusion> {
  if (found || verdict === "not-reproduced" || searched.suspects.length === 0) return {};
  const reason = "It was stopped before it narrowed the changes in there.";
  return { ...stoppedEarly(context), suspects: suspectEntries(searched), reason };
}

/** So that the changes of a commit, which are counted next, are not taken for more commits. */
function commitNote({ suspects, suspectCount, failing, mayBeUncommitted }: CommitSearchEnd): string {
  const [only] = suspects;
  if (suspectCount > 1) {
    const which = mayBeUncommitted
      ? `${counted(suspectCount - 1, "commits")}, or what is not committed: they`
      : `${suspectCount} commits that`;
    return `It is one of ${which} cannot be told apart. Searching their changes.`;
  }
  if (!only) return `The last commit passes. Searching the uncommitted changes of ${failing.name}.`;
  return `Found the commit: ${only.commit.slice(0, 10)} by ${only.author}, ${only.date}: ${only.subject}. Searching its changes.`;
}
