import type { ChangesConclusion } from "../../versions/changes/changes-conclusion.ts";
import { isolateChanges } from "../../versions/changes/isolate-changes.ts";
import { searchCommits } from "../../versions/commits/search-commits.ts";
import type { Version } from "../../world/tree/version.ts";
import { stoppedEarly } from "./conclusions.ts";
import type { ChangesContext } from "./context.ts";

/** Finds the cause in the files, between a version that passes and the new one: first the commit, then its lines. */
export async function searchFiles(context: ChangesContext, passing: Version): Promise<ChangesConclusion> {
  const ends = { passing, failing: context.pair.new };
  const neighbours = await searchCommits(context, ends);
  if (neighbours && !neighbours.complete) return { ...stoppedEarly(context), suspects: neighbours.suspects };
  return isolateChanges(context, neighbours ?? ends);
}
