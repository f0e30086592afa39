import type { CauseEntry, Finding } from "../../core/finding.ts";
import type { Conclusion } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import type { FindingDetails } from "../../run/story.ts";
import type { Explanation } from "../../search/explain.ts";
import { changeEntry } from "../../world/changes/change-entry.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import { type Commit, describeCommit } from "../commits/commit-graph.ts";
import type { VersionEnds } from "../context.ts";
import { blameChange, type CommitRange } from "./blame.ts";
import type { PatchPaths } from "./patch-files.ts";

/** The package upgrades that the failure needs, as far as known, and how many there were. */
export interface NeededUpgrades {
  readonly entries: readonly CauseEntry[];
  readonly deltas: Finding["deltas"];
}

/** How a search among changes came out. */
export interface ChangesConclusion extends Conclusion {
  readonly changes: Changes;
  readonly found?: Explanation;
  readonly upgrades?: NeededUpgrades;
  /** If the search stopped among the commits: those that may have introduced the failure. */
  readonly suspects?: readonly Commit[];
  /** The neighbouring versions between which the failure came in. */
  readonly between?: VersionEnds;
  readonly range?: CommitRange | undefined;
  readonly paths?: PatchPaths;
  /** Whether the fix also makes the newest version pass, if that is not the version that it was made for. */
  readonly fixesNewest?: boolean;
  /** Sentences about what else the run learned. */
  readonly notes?: readonly string[];
}

/** What a search among changes adds to a finding. */
export function changesDetails(run: Pick<Run, "stages">, conclusion: ChangesConclusion): FindingDetails {
  const { found, suspects = [], upgrades, paths, notes = [] } = conclusion;
  return {
    goal: "isolate",
    ...figures(run, conclusion),
    cause: [...(upgrades?.entries ?? []), ...(found ? entriesOf(conclusion, found) : suspects)],
    files: { ...paths },
    notes,
  };
}

/** The figures of the search that came last, and what it counted. */
function figures({ stages }: Pick<Run, "stages">, { changes, found, suspects, upgrades }: ChangesConclusion) {
  const total = changes.changes.length;
  if (upgrades && !found && !suspects) return { search: "explain", by: "packages", deltas: upgrades.deltas };
  if (!suspects) return { search: "explain", by: "changes", deltas: { total, cause: found?.failing.size ?? total } };
  const { search, name, deltas } = stages.at(-1)!;
  return { search, by: name, deltas };
}

const maxEntries = 1000;

/** The changes that the failure needs, then those that are only needed as their context. */
function entriesOf({ changes, between, range }: ChangesConclusion, { failing, causes }: Explanation): CauseEntry[] {
  const needed = causes.isEmpty ? failing : causes;
  const order = [...needed, ...failing.minus(needed)];
  const commit = culpritCommit(between, range);
  return order.slice(0, maxEntries).map((i) => ({
    ...changeEntry(changes.changes[i]!),
    ...(needed.has(i) ? {} : { context: true as const }),
    ...(commit ?? (range && blameChange(changes.changes[i]!, range)) ?? {}),
  }));
}

/** If the two versions are a commit and its only parent, that commit made every change. */
function culpritCommit(between: VersionEnds | undefined, range: CommitRange | undefined) {
  const commit = between?.failing.commit;
  if (!commit || !range?.old) return undefined;
  const parents = range.repository.text(["rev-list", "--parents", "-1", commit]).split(" ").slice(1);
  return parents.length === 1 && parents[0] === range.old ? describeCommit(range.repository, commit) : undefined;
}
