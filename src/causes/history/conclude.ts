import { readFileSync } from "node:fs";
import type { BrokenAssumption, Story } from "../../core/finding.ts";
import { verdictOf } from "../../run/conclusion.ts";
import { confirm } from "../../run/confirm.ts";
import type { ChangesConclusion } from "../../versions/changes/changes-conclusion.ts";
import { isolateChanges } from "../../versions/changes/isolate-changes.ts";
import { searchCommits, suspectEntries } from "../../versions/commits/search-commits.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { HistoryContext } from "./context.ts";
import type { HistoryFinding } from "./finding.ts";
import { carriedFolder } from "./patches/carried-folder.ts";
import { carryFix } from "./patches/carry-fix.ts";
import { writePatchMails } from "./patches/patch-mails.ts";
import { type PatchedVersion, type PatchSeries, topTree, withoutEmptyPatches } from "./patches/patch-series.ts";
import { dropUnneededPatches } from "./patches/unneeded-patches.ts";
import { foundStory, suspectsStory } from "./story.ts";
import type { PatchedEnds } from "./walk/branches.ts";

/** Finds the commit between a version that passes and one that fails, and the changes in it. */
export async function conclude(context: HistoryContext, ends: PatchedEnds): Promise<Story<HistoryFinding>> {
  const { history } = context;
  const between = await narrowToNeighbours(context, ends);
  if ("suspects" in between) return suspectsStory(context, between.suspects);
  const { passing, failing, complete } = between;
  const series = withoutEmptyPatches(passing.series);
  const folder = carriedFolder(context.run, context.historyRequest);
  const files = series.cures.length === 0 ? [] : writePatchMails(history, series, folder);
  const conclusion = await isolateChanges(context, {
    passing: history.versionOf(passing.series, passing.commit),
    failing: history.versionOf(failing.series, failing.commit),
  });
  const inconsistent =
    conclusion.verdict === "found" ? await confirmSeries(context, passing.commit, { series, files }) : [];
  const carried = await carryFix(context, conclusion, failing);
  return foundStory(context, {
    conclusion: { ...combine(context, conclusion, { inconsistent, complete }), ...carried },
    passing,
    failing,
    cures: series.cures.map((cure, i) => ({ cure, file: files[i]! })),
  });
}

/** Finds two neighbouring versions between which the failure came in, and drops the patches that they do not need. */
async function narrowToNeighbours(context: HistoryContext, { passing, failing, seriesAt }: PatchedEnds) {
  const { history } = context;
  if (!seriesAt) return { passing, failing, complete: true };
  const versionOf = ({ series, commit }: PatchedVersion) => history.versionOf(series, commit);
  const found = await searchCommits(context, { passing: versionOf(passing), failing: versionOf(failing) }, (commit) =>
    history.versionOf(seriesAt(commit), commit),
  );
  if (!found) return dropUnneededPatches(context, { passing, failing }, seriesAt);
  if (!found.complete) return { suspects: suspectEntries(found) };
  const at = (commit: string | undefined) =>
    [passing, failing].find((end) => end.commit === commit) ?? { commit, series: seriesAt(commit) };
  const neighbours = { passing: at(found.passing.commit), failing: at(found.failing.commit) };
  return dropUnneededPatches(context, neighbours, seriesAt);
}

interface WrittenSeries {
  readonly series: PatchSeries;
  readonly files: readonly string[];
}

/** Applies the written patches to the bare version, and runs the test on the result. */
async function confirmSeries(
  { run, history, pair }: HistoryContext,
  commit: string | undefined,
  { series, files }: WrittenSeries,
): Promise<BrokenAssumption[]> {
  const bare = history.treeOf(commit);
  const tree = files.reduce((made, file) => history.applyPatch(made, readFileSync(file)), bare);
  if (tree !== topTree(series)) throw new Error("the carried patches do not make the version that was tested");
  return confirm(run, [
    {
      world: pair.freshWorld(treeOf(pair, history.versionOf(series, commit))),
      outcome: "pass",
      name: "passing version with the carried patches",
    },
  ]);
}

interface SeriesCheck {
  readonly inconsistent: readonly BrokenAssumption[];
  readonly complete: boolean;
}

/** The conclusion on the changes, together with what is known about the patches. */
function combine(
  { run }: HistoryContext,
  conclusion: ChangesConclusion,
  { inconsistent, complete }: SeriesCheck,
): ChangesConclusion {
  const { verdict, minimal, assumptions } = conclusion;
  return {
    ...conclusion,
    verdict: verdict === "found" ? verdictOf(run, complete) : verdict,
    // Unresolved outcomes are expected here: older versions show other defects.
    assumptions: [...inconsistent, ...assumptions.filter(({ assumption }) => assumption !== "resolved")],
    minimal: minimal && inconsistent.length === 0 && complete,
  };
}
