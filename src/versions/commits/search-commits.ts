import { runStage } from "../../run/stage.ts";
import { bisect } from "../../search/bisect.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import { commitVersion, type Version } from "../../world/tree/version.ts";
import type { VersionEnds, VersionsContext } from "../context.ts";
import { treeOf } from "../worlds/trees.ts";
import { type Commit, type CommitGraph, commitName, commitsBetween, describeCommit } from "./commit-graph.ts";

/** The versions that a search among commits ended with. */
export interface CommitSearchEnd extends VersionEnds {
  readonly complete: boolean;
  /** If it was stopped: some of the commits that may have introduced the failure. */
  readonly suspects: readonly Commit[];
}

/** Maximum number of suspects that are named; the others are only counted. */
const maxSuspects = 20;

/**
 * Finds the commit that introduced the failure; undefined if there is none between the two versions. `versionAt` gives
 * the version to test for a commit, if that is not the commit itself.
 */
export async function searchCommits(
  context: VersionsContext,
  ends: VersionEnds,
  versionAt = (commit: string) =>
    commitVersion(context.pair.repository!, commit, commitName(context.pair.repository!, commit)),
): Promise<CommitSearchEnd | undefined> {
  const { run, request, pair } = context;
  const graph = request.history ? graphBetween(context, ends) : undefined;
  if (!graph || graph.count < 2) return undefined;
  const versions = new Map<number, Version>([
    [graph.count - 1, ends.failing],
    [-1, ends.passing],
  ]);
  const versionOf = (number: number) => cached(versions, number, () => versionAt(graph.commits[number]!));
  const trees = new Map<number, Tree>();
  const total = graph.count;
  const end = await runStage(run, {
    search: bisect(graph),
    key: String,
    world: (number) => pair.world(cached(trees, number, () => treeOf(pair, versionOf(number)))),
    shown: (number) => ({
      stage: "commits",
      set: (graph.commits[number] ?? ends.failing.name).slice(0, 10),
      size: number + 1,
    }),
    total,
    unit: "commits",
    sizes: ({ suspects }) => ({ failing: suspects.length }),
    start: { failing: total },
    summary: { name: "commits", search: "bisect" },
  });
  const { failing, passing, suspects } = end.result!;
  const named = end.complete ? [] : suspects.flatMap((number) => graph.commits[number] ?? []).slice(0, maxSuspects);
  return {
    passing: versionOf(passing),
    failing: versionOf(failing),
    complete: end.complete,
    suspects: named.map((commit) => describeCommit(pair.repository!, commit)),
  };
}

function cached<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function graphBetween({ request, pair }: VersionsContext, { passing, failing }: VersionEnds): CommitGraph | undefined {
  const { repository } = pair;
  if (!repository || !passing.commit || (request.new !== undefined && !failing.commit)) return undefined;
  const now = failing.commit ?? repository.resolveCommit("HEAD");
  const { firstParent } = request;
  const graph = now === undefined ? undefined : commitsBetween(repository, { old: passing.commit, now, firstParent });
  return graph && !failing.commit ? withWorkingTree(graph) : graph;
}

/** The working tree is one more version, after the last commit. */
function withWorkingTree(graph: CommitGraph): CommitGraph {
  return {
    ...graph,
    count: graph.count + 1,
    parents: (version) => (version === graph.count ? [version - 1] : graph.parents(version)),
  };
}
