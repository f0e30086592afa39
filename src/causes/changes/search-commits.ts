import { runStage } from "../../run/stage.ts";
import { bisect } from "../../search/bisect.ts";
import { commitVersion, type Version } from "../../world/version.ts";
import type { Tree } from "../../world/warm-tree.ts";
import { type Commit, type Commits, commitsBetween, describeCommit } from "./commits.ts";
import type { Came, Task } from "./task.ts";
import { nameOf, treeOf } from "./trees.ts";

/** Where the search among the commits came to. */
export interface AmongCommits extends Came {
  readonly complete: boolean;
  /** Some of those that may have brought it. */
  readonly suspects: readonly Commit[];
}

/** More suspects than this are counted, not named. */
const mostSuspects = 20;

/** Looks for the commit that brought the failure, where there are commits between the two versions. */
export async function searchCommits(task: Task, old: Version): Promise<AmongCommits | undefined> {
  const { run, request, setting, listener, stages } = task;
  const history = request.history ? historyOf(task, old) : undefined;
  if (!history || history.count < 2) return undefined;
  const { repository } = setting;
  const versions = new Map<number, Version>([
    [history.count - 1, setting.new],
    [-1, old],
  ]);
  const versionOf = (number: number) => {
    const known =
      versions.get(number) ??
      commitVersion(repository!, history.commits[number]!, nameOf(repository!, history.commits[number]!));
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
  const end = await runStage(
    run,
    {
      search: bisect(history),
      key: String,
      world: (number) => setting.world(treeAt(number)),
      shown: (number) => ({
        stage: "commits",
        set: (history.commits[number] ?? setting.new.name).slice(0, 10),
        size: number + 1,
      }),
      total,
      unit: "commits",
      sizes: ({ suspects }) => ({ failing: suspects.length }),
      start: { failing: total },
    },
    { onStep: (row) => task.steps.push(row), onProgress: listener.onProgress },
  );
  const { failing, passing, suspects } = end.result!;
  stages.push({ name: "commits", search: "bisect", deltas: { total, cause: suspects.length }, needed: end.needed });
  const named = end.complete ? [] : suspects.flatMap((number) => history.commits[number] ?? []).slice(0, mostSuspects);
  return {
    passing: versionOf(passing),
    failing: versionOf(failing),
    complete: end.complete,
    suspects: named.map((commit) => describeCommit(repository!, commit)),
  };
}

function historyOf({ request, setting }: Task, old: Version): Commits | undefined {
  const { repository, new: now } = setting;
  if (!repository || !old.commit || (request.new !== undefined && !now.commit)) return undefined;
  const last = now.commit ?? repository.commit("HEAD");
  const commits = last && commitsBetween(repository, old.commit, last, request.firstParent);
  if (!commits || now.commit) return commits || undefined;
  // The working tree is one version more.
  const count = commits.count + 1;
  return {
    ...commits,
    count,
    parents: (version) => (version === commits.count ? [version - 1] : commits.parents(version)),
  };
}
