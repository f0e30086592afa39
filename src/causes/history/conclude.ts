import { readFileSync } from "node:fs";
import type { BrokenAssumption, Story } from "../../core/finding.ts";
import { verdictOf } from "../../run/conclusion.ts";
import { confirm } from "../../run/confirm.ts";
import { narrow } from "../../versions/changes/isolate-changes.ts";
import { searchCommits } from "../../versions/commits/search-commits.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { HistoryTask } from "./context.ts";
import type { HistoryFinding } from "./finding.ts";
import { carriedFolder } from "./patches/carried-folder.ts";
import { carryFix } from "./patches/carry-fix.ts";
import { writeMails } from "./patches/patch-mails.ts";
import { effective, type Series, topOf } from "./patches/patch-series.ts";
import { withoutNeedless } from "./patches/unneeded-patches.ts";
import { foundStory, suspectsStory } from "./story.ts";
import type { End, Ends } from "./walk/branches.ts";

/** From a version that passes and one that fails to the commit, and to the changes in it. */
export async function conclude(task: HistoryTask, ends: Ends): Promise<Story<HistoryFinding>> {
  const { past } = task;
  const { seriesAt } = ends;
  const versionOf = ({ series, commit }: End) => past.versionOf(series, commit);
  let between = { passing: ends.passing, failing: ends.failing, complete: true };
  if (seriesAt) {
    const came = await searchCommits(
      task,
      { passing: versionOf(ends.passing), failing: versionOf(ends.failing) },
      (commit) => past.versionOf(seriesAt(commit), commit),
    );
    if (came && !came.complete) return suspectsStory(task, ends, came.suspects);
    const at = (commit: string | undefined) =>
      [ends.passing, ends.failing].find((end) => end.commit === commit) ?? { commit, series: seriesAt(commit) };
    if (came) between = { ...between, passing: at(came.passing.commit), failing: at(came.failing.commit) };
    between = await withoutNeedless(task, between, seriesAt);
  }
  const series = effective(between.passing.series);
  const files = series.cures.length === 0 ? [] : writeMails(past, series, carriedFolder(task.run, task.asked));
  const told = await narrow(task, { passing: versionOf(between.passing), failing: versionOf(between.failing) });
  const inconsistent = told.verdict === "found" ? await confirmSeries(task, between.passing, series, files) : [];
  const notes = (await carryFix(task, told, between.failing)) ?? told.notes ?? [];
  const verdict = told.verdict === "found" ? verdictOf(task.run, between.complete) : told.verdict;
  return foundStory(task, {
    conclusion: {
      ...told,
      verdict,
      notes,
      // That older versions show something else is what this is about.
      assumptions: [...inconsistent, ...told.assumptions.filter(({ assumption }) => assumption !== "resolved")],
      minimal: told.minimal && inconsistent.length === 0 && between.complete,
    },
    passing: between.passing,
    failing: between.failing,
    cures: series.cures.map((cure, i) => ({ cure, file: files[i]! })),
  });
}

/** Applies the patches that were written to the bare version, and runs the test on what comes of it. */
async function confirmSeries(
  task: HistoryTask,
  { commit }: End,
  series: Series,
  files: readonly string[],
): Promise<BrokenAssumption[]> {
  const { run, past, setting } = task;
  const bare = past.treeOf(commit);
  const tree = files.reduce((made, file) => past.patched(made, readFileSync(file)), bare);
  if (tree !== topOf(series)) throw new Error("the carried patches do not make the version that was tested");
  const version = past.versionOf(series, commit);
  return confirm(run, [
    {
      world: setting.freshWorld(treeOf(setting, version)),
      outcome: "pass",
      name: "passing version with the carried patches",
    },
  ]);
}
