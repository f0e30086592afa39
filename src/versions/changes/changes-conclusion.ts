import type { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry, Finding, PatchEntry, Story } from "../../core/finding.ts";
import { count } from "../../report/quantity.ts";
import type { Conclusion } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import type { FindingDetails } from "../../run/story.ts";
import type { Explanation } from "../../search/explain.ts";
import { changeEntry } from "../../world/changes/change-entry.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import type { Version } from "../../world/tree/version.ts";
import { describeCommit } from "../commits/commit-graph.ts";
import type { VersionEnds } from "../context.ts";
import { blameChange, type CommitRange } from "./blame.ts";
import { shownChanges, withSameLines } from "./shown-changes.ts";

/** The package upgrades that the failure needs, as far as known, and how many there were. */
export interface NeededUpgrades {
  readonly entries: readonly CauseEntry[];
  readonly deltas: Finding["deltas"];
}

/** How a search among changes came out. */
export interface ChangesConclusion extends Conclusion {
  readonly changes: Changes;
  readonly found?: Explanation;
  /** What the changes are that were searched last, and how many; default: all of them. */
  readonly by?: string;
  readonly deltas?: Finding["deltas"];
  /** How many of the changes found are larger than what `by` says. */
  readonly uncut?: number;
  readonly upgrades?: NeededUpgrades;
  /** If the search ended among the commits: those that may have introduced the failure. */
  readonly suspects?: readonly CauseEntry[];
  /** The search among the commits, for `git bisect replay`. */
  readonly log?: string;
  /** The neighbouring versions between which the failure came in. */
  readonly between?: VersionEnds;
  readonly range?: CommitRange | undefined;
  readonly patches?: readonly PatchEntry[];
  /** Whether the fix also makes the newest version pass, if that is not the version that it was made for. */
  readonly fixesNewest?: boolean;
  /** What earlier tests left behind may have misled the search: it does not hold in new trees. */
  readonly isMisled?: boolean;
  /** Sentences about what else the run learned. */
  readonly notes?: readonly string[];
}

/** What a search among changes adds to a finding. */
export function changesDetails(run: Pick<Run, "stages">, conclusion: ChangesConclusion): FindingDetails {
  const { found, suspects = [], upgrades, patches = [], log, notes = [] } = conclusion;
  return {
    goal: "isolate",
    ...figures(run, conclusion),
    cause: [...(upgrades?.entries ?? []), ...(found ? entriesOf(conclusion, found) : suspects)],
    files: {
      ...Object.fromEntries(patches.map(({ name, file }) => [name, file])),
      ...(log === undefined ? {} : { bisect: log }),
    },
    ...(patches.length > 0 ? { patches } : {}),
    notes: [...notes, ...(found ? unlistedNotes(found.failing.size) : [])],
  };
}

/** Which version the lines of the entries are in, if that is not the newest one. */
export function linesOf({ between }: Pick<ChangesConclusion, "between">, newest: Version): Pick<Story, "linesOf"> {
  const commit = between?.failing.commit;
  if (commit === undefined || commit === newest.commit) return {};
  return { linesOf: { commit, ...(newest.commit === undefined ? {} : { newest: newest.commit }) } };
}

function unlistedNotes(total: number): string[] {
  return total > maxEntries ? [`Only ${count(maxEntries)} of these ${count(total)} changes are listed.`] : [];
}

/** The figures of the search that came last, and what it counted. */
function figures({ stages }: Pick<Run, "stages">, conclusion: ChangesConclusion) {
  const { changes, found, suspects, upgrades, by = "changes", uncut = 0 } = conclusion;
  if (upgrades && !found && !suspects) return { search: "explain", by: "packages", deltas: upgrades.deltas };
  if (!suspects && !found && !changes.areKnown)
    return { search: "explain", by: "files", deltas: ofAll(changes.paths.length) };
  const total = changes.changes.length;
  const { deltas: counts = { total, cause: found?.failing.size ?? total } } = conclusion;
  if (!suspects) return { search: "explain", by, deltas: counts, ...(uncut > 0 ? { uncut } : {}) };
  // A search among the changes of the commit may have begun after it.
  const { search, name, deltas } = stages.findLast((stage) => stage.search === "bisect") ?? stages.at(-1)!;
  return { search, by: name, deltas };
}

function ofAll(total: number): Finding["deltas"] {
  return { total, cause: total };
}

const maxEntries = 1000;
/** Maximum number of changes that a search which was stopped names: more are no answer. */
export const maxSuspects = 100;

/** The changes that the failure needs, then those that are only needed as their context. */
function entriesOf(
  { changes, between, range, verdict }: ChangesConclusion,
  { failing, causes }: Explanation,
): CauseEntry[] {
  if (verdict !== "found" && failing.size > maxSuspects) return [];
  const needed = causes.isEmpty ? failing : withSameLines(changes.changes, causes, failing);
  const commit = culpritCommit(between, range);
  const entries = (set: DeltaSet, more: Partial<CauseEntry>) =>
    shownChanges(changes.changes, set.slice(0, maxEntries)).map((change) => ({
      ...changeEntry(change),
      ...more,
      ...(commit ?? (range && blameChange(change, range)) ?? {}),
    }));
  return [...entries(needed, {}), ...entries(failing.minus(needed), { context: true })].slice(0, maxEntries);
}

/** If the two versions are a commit and its only parent, that commit made every change. */
export function culpritCommit(between: VersionEnds | undefined, range: CommitRange | undefined) {
  const commit = between?.failing.commit;
  if (!commit || !range?.old) return undefined;
  const parents = range.repository.text(["rev-list", "--parents", "-1", commit]).split(" ").slice(1);
  return parents.length === 1 && parents[0] === range.old ? describeCommit(range.repository, commit) : undefined;
}
