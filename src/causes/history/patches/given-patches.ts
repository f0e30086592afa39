import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { reasonOf } from "../../../core/reason.ts";
import { UserError } from "../../../core/user-error.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import type { HistoryRequest } from "../request.ts";
import type { Past } from "../walk/version-history.ts";
import { type Cure, type Series, topOf } from "./patch-series.ts";

/** The files that the user named, or that are in folders he named: patches, in the order of their names. */
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

/** Names for the contents of patches. */
export function contentsOf(files: readonly string[]): string[] {
  return files.map((file) => contentHash(readFileSync(file)));
}

/** The patches that the user gives to begin with, on the newest version. */
export function givenPatches({ carry, carried }: HistoryRequest, past: Past): Series {
  const files = patchFiles(carry);
  if (contentsOf(files).some((content, i) => content !== carried[i]))
    throw new UserError("The patches of --carry have changed since the run began: start a new run.");
  let series: Series = { trees: [past.treeOf(past.commitAt(0))], cures: [] };
  for (const [i, file] of files.entries()) {
    const cure: Cure = { number: i + 1, at: past.nameAt(0), version: 0, changes: 1 };
    series = { trees: [...series.trees, applied(past, topOf(series), file)], cures: [...series.cures, cure] };
  }
  return series;
}

function applied(past: Past, tree: string, file: string): string {
  try {
    return past.patched(tree, readFileSync(file));
  } catch (error) {
    const why = reasonOf(error).replace(/^git apply failed: (error: )?/, "");
    throw new UserError(
      `${basename(file)} does not apply to ${past.nameAt(0)} (${why}): --from names the version it is for.`,
    );
  }
}
