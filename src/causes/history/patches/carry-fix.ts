import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { ChangesConclusion } from "../../../versions/changes/changes-conclusion.ts";
import { treeOf } from "../../../versions/worlds/trees.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import type { HistoryTask } from "../context.ts";
import type { End } from "../walk/branches.ts";
import { topOf } from "./patch-series.ts";

/**
 * Carries the fix of the version where the failure came in up to the newest one, by a merge, where it does not apply as
 * it is; gives what is to be said of it. The patch then is one for the newest version.
 */
export async function carryFix(
  task: HistoryTask,
  { paths, mended }: ChangesConclusion,
  failing: End,
): Promise<readonly string[] | undefined> {
  const { run, past, setting } = task;
  if (paths?.fix === undefined || mended || run.stopped.aborted) return undefined;
  const newest = past.treeOf(past.commitAt(0));
  const merged = mergedFix(task, newest, readFileSync(paths.fix), failing);
  if (merged === undefined || merged === newest) return undefined;
  try {
    const version = past.versionOf({ trees: [merged], cures: [] }, undefined);
    const { outcome } = await run.observe(setting.freshWorld(treeOf(setting, version)));
    if (outcome !== "pass") return undefined;
    writeFileAtomically(paths.fix, past.patchBetween(newest, merged));
    return [`The fix was merged into ${setting.new.name}: with ${basename(paths.fix)} the test passes there.`];
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return undefined;
  }
}

function mergedFix({ past }: HistoryTask, newest: string, patch: Uint8Array, { series }: End): string | undefined {
  const base = topOf(series);
  try {
    return past.merge(base, newest, past.patched(base, patch), "theirs").tree;
  } catch {
    return undefined; // what is checked out is not what git keeps
  }
}
