import type { Outcome } from "../../../core/outcome.ts";
import { runStage } from "../../../run/stage/stage.ts";
import { type Ancestry, bisect } from "../../../search/bisect.ts";
import { versionDetails } from "../../../versions/commits/version-details.ts";
import type { Repository } from "../../../world/git/repository.ts";
import { type HistoryContext, versionWorld } from "../context.ts";
import { carrySeries, type PatchedVersion, type PatchSeries } from "../patches/patch-series.ts";
import type { VersionHistory } from "../walk/version-history.ts";

/** Two neighbouring versions of a walk: the newer one fails, the older one shows something else. */
export interface MaskedNeighbours {
  readonly older: PatchedVersion;
  readonly newer: PatchedVersion;
  /** What the older one shows. */
  readonly kind: string;
  readonly number: number;
}

/** The commit that cures the older version, among those between it and its neighbour. */
export interface CuringCommit {
  /** The older version with the commits before it, and with it. */
  readonly before: PatchedVersion;
  readonly after: PatchedVersion;
  /** Whether no other commit can be the one: all of them could be judged. */
  readonly isOnlySuspect: boolean;
  /** All commits between the two neighbours, each after its parents. */
  readonly commits: readonly string[];
}

/** Maximum number of commits that are looked at one by one; with more, their changes are searched together. */
const maxCommits = 5000;

/**
 * Looks for the commit that cures a version, if several came in between it and the next newer one, by a merge for example.
 * A commit is tested as the older version would be with it and all that it was made on, so that nothing else is missing.
 * Undefined if there is only one, or none can be named.
 */
export async function findCuringCommit(
  context: HistoryContext,
  { older, newer, kind, number }: MaskedNeighbours,
): Promise<(CuringCommit & { readonly complete: boolean }) | undefined> {
  const { run, history } = context;
  const graph = commitsIn(history.repository, older.commit, newer.commit);
  if (!graph) return undefined;
  const last = graph.count - 1;
  const known = new Map([[last, newer.series]]);
  const seriesAt = (i: number) => {
    const series = known.get(i) ?? withCommit(history, older, graph.commits[i]!) ?? older.series;
    known.set(i, series);
    return series;
  };
  const end = await runStage(run, {
    search: bisect(graph),
    answer: ({ outcome, ended, kind: shown = ended }): Outcome =>
      outcome === "fail" ? "fail" : outcome === "unresolved" && shown === kind ? "pass" : "unresolved",
    key: String,
    world: (i) => versionWorld(context, history.versionOf(seriesAt(i), graph.commits[i])),
    shown: (i) => ({ stage: `commits ${number}`, set: graph.commits[i]!.slice(0, 10), size: i + 1 }),
    total: graph.count,
    unit: "commits",
    sizes: ({ suspects }) => ({ failing: suspects.length }),
    start: { failing: graph.count },
    summary: { name: `commits ${number}`, search: "bisect" },
    logging: {
      details: () =>
        versionDetails(
          history.repository,
          graph.commits.map((commit) => ({ name: commit.slice(0, 10), commit })),
        ),
    },
  });
  const { failing, passing, suspects } = end.result!;
  return {
    before: passing < 0 ? older : { series: seriesAt(passing), commit: graph.commits[passing] },
    after: { series: seriesAt(failing), commit: graph.commits[failing] },
    isOnlySuspect: suspects.length === 1,
    commits: graph.commits,
    complete: end.complete,
  };
}

interface CommitsBetween extends Ancestry {
  readonly commits: readonly string[];
}

/** The commits that the newer version has and the older one lacks; undefined if it is only one. */
function commitsIn(
  repository: Repository,
  older: string | undefined,
  newer: string | undefined,
): CommitsBetween | undefined {
  if (older === undefined || newer === undefined) return undefined;
  const range = `${older}..${newer}`;
  const count = Number(repository.text(["rev-list", "--count", range]));
  if (count < 2 || count > maxCommits) return undefined;
  const rows = repository
    .text(["rev-list", "--topo-order", "--reverse", "--parents", range])
    .split("\n")
    .map((line) => line.split(" "));
  const numbers = new Map(rows.map(([commit], i) => [commit!, i]));
  const parents = rows.map(([, ...others]) => others.flatMap((parent) => numbers.get(parent) ?? []));
  return { commits: [...numbers.keys()], count: rows.length, parents: (i) => parents[i]! };
}

/** The older version with a commit that it lacks, and the patches that it carries; undefined if they have no common past. */
function withCommit(history: VersionHistory, older: PatchedVersion, commit: string): PatchSeries | undefined {
  const { merge, repository } = history;
  const base = repository.resolveCommit(repository.text(["merge-base", older.commit!, commit], { acceptedStatus: 1 }));
  if (base === undefined) return undefined;
  const [ours, theirs] = [history.treeOf(older.commit), history.treeOf(commit)];
  const merged = base === older.commit ? theirs : merge({ base: history.treeOf(base), ours, theirs }, "theirs").tree;
  return carrySeries(older.series, merged, { merge, favour: "theirs" });
}
