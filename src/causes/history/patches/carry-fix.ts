import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { ChangesConclusion } from "../../../versions/changes/changes-conclusion.ts";
import { withBase } from "../../../versions/changes/patch-files.ts";
import { treeOf } from "../../../versions/worlds/trees.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import type { HistoryContext } from "../context.ts";
import { type PatchedVersion, topTree } from "./patch-series.ts";

/**
 * If the fix, made for the version where the failure came in, does not fix the newest version, merges it into that one. If
 * the test then passes, the file holds the merged fix, and what is returned says so.
 */
export async function carryFix(
  context: HistoryContext,
  { patches = [], fixesNewest }: ChangesConclusion,
  failing: PatchedVersion,
): Promise<Pick<ChangesConclusion, "notes" | "patches"> | undefined> {
  const { run, history, pair } = context;
  const fix = patches.find(({ name }) => name === "fix");
  if (!fix || fixesNewest || run.stopped.aborted) return undefined;
  const newest = history.treeOf(history.commitAt(0));
  const merged = mergeFix(context, readFileSync(fix.file), { newest, failing });
  if (merged === undefined || merged === newest) return undefined;
  try {
    const version = history.versionOf({ trees: [merged], cures: [] }, undefined);
    const { outcome } = await run.observe(pair.freshWorld(treeOf(pair, version)));
    if (outcome !== "pass") return undefined;
    const carried = { ...fix, base: `NEW (${pair.new.name})` };
    writeFileAtomically(fix.file, withBase(carried, history.patchBetween(newest, merged)));
    return {
      patches: patches.map((patch) => (patch === fix ? carried : patch)),
      notes: [`The fix was merged into ${pair.new.name}: with ${basename(fix.file)} the test passes there.`],
    };
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return undefined;
  }
}

function mergeFix(
  { history }: HistoryContext,
  fix: Uint8Array,
  { newest, failing }: { readonly newest: string; readonly failing: PatchedVersion },
): string | undefined {
  const base = topTree(failing.series);
  try {
    return history.merge({ base, ours: newest, theirs: history.applyPatch(base, fix) }, "theirs").tree;
  } catch {
    return undefined; // git filters can make the files in a tree differ from what git stores
  }
}
