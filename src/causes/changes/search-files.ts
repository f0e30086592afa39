import { verdictOf } from "../../run/conclusion.ts";
import type { ChangesConclusion } from "../../versions/changes/changes-conclusion.ts";
import { narrow } from "../../versions/changes/isolate-changes.ts";
import { searchCommits } from "../../versions/commits/search-commits.ts";
import type { Version } from "../../world/tree/version.ts";
import { nothing } from "./conclusions.ts";
import type { ChangesTask } from "./context.ts";

/** Finds what of the files makes the difference between a version that passes and the new one: which commit, which lines. */
export async function searchFiles(task: ChangesTask, passing: Version): Promise<ChangesConclusion> {
  const between = { passing, failing: task.setting.new };
  const came = await searchCommits(task, between);
  if (came && !came.complete) return { ...nothing(task), verdict: verdictOf(task.run, false), suspects: came.suspects };
  return narrow(task, came ?? between);
}
