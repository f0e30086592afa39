import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { reasonOf } from "../../../core/reason.ts";
import { UserError } from "../../../core/user-error.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import type { HistoryRequest } from "../request.ts";
import type { VersionHistory } from "../walk/version-history.ts";
import { type Cure, type PatchSeries, topTree } from "./patch-series.ts";

/** The patches that the user named; of a folder, all patches in it, by name. */
export function patchFiles(named: readonly string[]): string[] {
  return named.flatMap((path) => {
    try {
      if (!statSync(path).isDirectory()) return [path];
      const patches = readdirSync(path).filter((name) => name.endsWith(".patch"));
      if (patches.length === 0) throw new UserError(`There is no patch in ${path}.`);
      return patches.sort().map((name) => join(path, name));
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(`Cannot read ${path}: ${reasonOf(error)}.`);
    }
  });
}

export function patchHashes(files: readonly string[]): string[] {
  return files.map((file) => contentHash(readFileSync(file)));
}

/** Applies the user's patches to the newest version. */
export function applyGivenPatches({ carry, carried }: HistoryRequest, history: VersionHistory): PatchSeries {
  const files = patchFiles(carry);
  if (patchHashes(files).some((hash, i) => hash !== carried[i]))
    throw new UserError("The patches of --carry have changed since the run began: start a new run.");
  let series: PatchSeries = { trees: [history.treeOf(history.commitAt(0))], cures: [] };
  for (const [i, file] of files.entries()) {
    const cure: Cure = { number: i + 1, at: history.nameAt(0), version: 0, changes: 1 };
    series = { trees: [...series.trees, applyFile(history, topTree(series), file)], cures: [...series.cures, cure] };
  }
  return series;
}

function applyFile(history: VersionHistory, tree: string, file: string): string {
  try {
    return history.applyPatch(tree, readFileSync(file));
  } catch (error) {
    const why = reasonOf(error).replace(/^git apply failed: (error: )?/, "");
    throw new UserError(
      `${basename(file)} does not apply to ${history.nameAt(0)} (${why}): --from names the version it is for.`,
    );
  }
}
