import type { CauseEntry, Finding } from "../../core/finding.ts";
import type { Conclusion } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import type { FindingDetails } from "../../run/story.ts";
import type { Explanation } from "../../search/explain.ts";
import { changeEntry } from "../../world/changes/change-entry.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import type { Version } from "../../world/tree/version.ts";
import { type Commit, describeCommit } from "../commits/commit-graph.ts";
import { broughtBy, type Range } from "./blame.ts";
import type { PatchPaths } from "./patch-files.ts";

/** The upgrades of packages that the failure needs, as far as that is known, and of how many. */
export interface NeededUpgrades {
  readonly entries: readonly CauseEntry[];
  readonly deltas: Finding["deltas"];
}

/** How a search among changes came out. */
export interface ChangesConclusion extends Conclusion {
  readonly changes: Changes;
  readonly found?: Explanation;
  readonly upgrades?: NeededUpgrades;
  /** Where it ended among the commits: those that may have brought the failure. */
  readonly suspects?: readonly Commit[];
  readonly came?: { readonly passing: Version; readonly failing: Version };
  readonly range?: Range | undefined;
  readonly paths?: PatchPaths;
  /** Whether the fix makes the newest version pass too, where that is another one. */
  readonly mended?: boolean;
  /** What else was learned, as sentences. */
  readonly notes?: readonly string[];
}

/** What a search among changes adds to a finding. */
export function changesDetails(run: Run, conclusion: ChangesConclusion): FindingDetails {
  const { found, suspects = [], upgrades, paths, notes = [] } = conclusion;
  return {
    goal: "isolate",
    ...lastStage(run, conclusion),
    cause: [...(upgrades?.entries ?? []), ...(found ? entriesOf(conclusion, found) : suspects)],
    files: { ...paths },
    notes,
  };
}

/** What the figures are about. */
function lastStage({ stages }: Run, { changes, found, suspects, upgrades }: ChangesConclusion) {
  const total = changes.changes.length;
  if (upgrades && !found && !suspects) return { search: "explain", by: "packages", deltas: upgrades.deltas };
  if (!suspects) return { search: "explain", by: "changes", deltas: { total, cause: found?.failing.size ?? total } };
  const { search, name, deltas } = stages.at(-1)!;
  return { search, by: name, deltas };
}

function entriesOf({ changes, came, range }: ChangesConclusion, { failing, causes }: Explanation): CauseEntry[] {
  const needed = causes.isEmpty ? failing : causes;
  const order = [...needed, ...failing.minus(needed)];
  const commit = culpritCommit(came, range);
  return order.slice(0, 1000).map((i) => ({
    ...changeEntry(changes.changes[i]!),
    ...(needed.has(i) ? {} : { context: true as const }),
    ...(commit ?? (range && broughtBy(changes.changes[i]!, range)) ?? {}),
  }));
}

/** Where the two versions are a commit and what it was made from, everything is by that commit, unless it is a merge. */
function culpritCommit(came: ChangesConclusion["came"], range: Range | undefined) {
  const commit = came?.failing.commit;
  if (!commit || !range?.old) return undefined;
  const parents = range.repository.text(["rev-list", "--parents", "-1", commit]).split(" ").slice(1);
  return parents.length === 1 && parents[0] === range.old ? describeCommit(range.repository, commit) : undefined;
}
