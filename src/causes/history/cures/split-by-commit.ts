import { DeltaSet } from "../../../core/delta-set.ts";
import { blameChange } from "../../../versions/changes/blame.ts";
import type { Changes } from "../../../world/changes/version-diff.ts";
import { type PatchedVersion, topTree } from "../patches/patch-series.ts";
import type { VersionHistory } from "../walk/version-history.ts";
import type { CuringCommit } from "./merged-commits.ts";

/** Some changes that one commit made; undefined: git cannot tell which. */
export interface ChangesOfCommit {
  readonly set: DeltaSet;
  readonly commit: string | undefined;
}

/** Changes from an older version to one with several more commits, sorted by commit, in the order of the commits. */
export function splitByCommit(
  history: VersionHistory,
  { changes, set }: { readonly changes: Changes; readonly set: DeltaSet },
  { older, after, commits }: Pick<CuringCommit, "after" | "commits"> & { readonly older: PatchedVersion },
): ChangesOfCommit[] {
  const { repository } = history;
  const parents = [older.commit!, after.commit!];
  const now = history.makeCommit(topTree(after.series), parents);
  const made = new Map<string, DeltaSet>();
  for (const i of set) {
    const { commit = "" } = blameChange(changes.changes[i]!, { repository, old: older.commit, now }) ?? {};
    const name = commits.includes(commit) ? commit : "";
    made.set(name, (made.get(name) ?? DeltaSet.empty).union(DeltaSet.range(i, i + 1)));
  }
  return ["", ...commits].flatMap((name) => {
    const own = made.get(name);
    return own ? [{ set: own, commit: name === "" ? undefined : name }] : [];
  });
}
