import { runStage } from "../../run/stage.ts";
import { bisect } from "../../search/bisect.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import { commitVersion, type Version } from "../../world/tree/version.ts";
import type { Came, VersionsTask } from "../context.ts";
import { nameOf, treeOf } from "../worlds/trees.ts";
import { type Commit, type Commits, commitsBetween, describeCommit } from "./commit-graph.ts";

/** Where the search among the commits came to. */
export interface AmongCommits extends Came {
  readonly complete: boolean;
  /** Some of those that may have brought it. */
  readonly suspects: readonly Commit[];
}

/** More suspects than this are counted, not named. */
const mostSuspects = 20;

/**
 * Looks for the commit that brought the failure, where there are commits between the two versions; `versionAt` gives the
 * version to be tested for one of them, if that is another one than the commit itself.
 */
export async function searchCommits(
  task: VersionsTask,
  ends: Came,
  versionAt = (commit: string) =>
    commitVersion(task.setting.repository!, commit, nameOf(task.setting.repository!, commit)),
): Promise<AmongCommits | undefined> {
  const { run, request, setting } = task;
  const history = request.history ? historyOf(task, ends) : undefined;
  if (!history || history.count < 2) return undefined;
  const { repository } = setting;
  const versions = new Map<number, Version>([
    [history.count - 1, ends.failing],
    [-1, ends.passing],
  ]);
  const versionOf = (number: number) => {
    const known = versions.get(number) ?? versionAt(history.commits[number]!);
    versions.set(number, known);
    return known;
  };
  const trees = new Map<number, Tree>();
  const treeAt = (number: number) => {
    const known = trees.get(number) ?? treeOf(setting, versionOf(number));
    trees.set(number, known);
    return known;
  };
  const total = history.count;
  const end = await runStage(run, {
    search: bisect(history),
    key: String,
    world: (number) => setting.world(treeAt(number)),
    shown: (number) => ({
      stage: "commits",
      set: (history.commits[number] ?? ends.failing.name).slice(0, 10),
      size: number + 1,
    }),
    total,
    unit: "commits",
    sizes: ({ suspects }) => ({ failing: suspects.length }),
    start: { failing: total },
    summary: { name: "commits", search: "bisect" },
  });
  const { failing, passing, suspects } = end.result!;
  const named = end.complete ? [] : suspects.flatMap((number) => history.commits[number] ?? []).slice(0, mostSuspects);
  return {
    passing: versionOf(passing),
    failing: versionOf(failing),
    complete: end.complete,
    suspects: named.map((commit) => describeCommit(repository!, commit)),
  };
}

function historyOf({ request, setting }: VersionsTask, { passing, failing }: Came): Commits | undefined {
  const { repository } = setting;
  if (!repository || !passing.commit || (request.new !== undefined && !failing.commit)) return undefined;
  const last = failing.commit ?? repository.commit("HEAD");
  const commits = last && commitsBetween(repository, passing.commit, last, request.firstParent);
  if (!commits || failing.commit) return commits || undefined;
  // The working tree is one version more.
  const count = commits.count + 1;
  return {
    ...commits,
    count,
    parents: (version) => (version === commits.count ? [version - 1] : commits.parents(version)),
  };
}
