import { ask, done, type Search } from "../../core/search.ts";
import { UserError } from "../../core/user-error.ts";
import type { Refusal } from "../../run/reproduce.ts";
import { runStage } from "../../run/stage.ts";
import { commitName } from "../../versions/commits/commit-graph.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { Repository } from "../../world/git/repository.ts";
import { commitVersion, type Version } from "../../world/tree/version.ts";
import type { ChangesContext } from "./context.ts";

/** Older versions to try, the nearest first: tags, then commits at growing distances. */
export function olderVersions(repository: Repository, now: string | undefined): string[] {
  const start = now === undefined ? "HEAD" : repository.commit(now);
  if (start === undefined) throw new UserError(`${now} is not a revision of the repository here.`);
  const from = repository.text(["rev-parse", start]);
  // Sorted by ancestry: the dates of commits can be in any order.
  const order = new Map(
    repository
      .text(["rev-list", "--topo-order", from])
      .split("\n")
      .map((commit, i) => [commit, i]),
  );
  const tags = repository
    .text(["for-each-ref", "--merged", from, "--format=%(refname)", "refs/tags"])
    .split("\n")
    .flatMap((name) => (name === "" ? [] : (repository.commit(name) ?? [])))
    .sort((a, b) => order.get(a)! - order.get(b)!);
  const ancestors = repository.text(["rev-list", "--first-parent", from]).split("\n");
  const sampled: string[] = [];
  for (let step = now === undefined ? 0 : 1; step < ancestors.length; step = step === 0 ? 1 : 2 * step)
    sampled.push(ancestors[step]!);
  sampled.push(ancestors.at(-1)!);
  const older = [...new Set([...tags, ...sampled])].filter((commit) => now === undefined || commit !== from);
  if (older.length === 0) throw new UserError("The repository has no older version among which one could pass.");
  return older;
}

/** Tests older versions until one passes; undefined if none does. */
export async function findPassing({ run, request, pair }: ChangesContext): Promise<Version | undefined> {
  const older = request.older ?? [];
  const versions = older.map((commit, i) => {
    let version: Version | undefined = i === 0 ? pair.old : undefined;
    return () => (version ??= commitVersion(pair.repository!, commit, commitName(pair.repository!, commit)));
  });
  const total = older.length;
  const end = await runStage(run, {
    search: firstPassing(total),
    key: String,
    world: (number) => pair.world(treeOf(pair, versions[number]!())),
    shown: (number) => ({ stage: "versions", set: commitName(pair.repository!, older[number]!), size: number + 1 }),
    total,
    unit: "versions",
    sizes: () => ({ failing: total }),
    start: { failing: total },
  });
  run.stages.push({ name: "versions", search: "find-good", deltas: { total, cause: total }, needed: end.needed });
  return end.result === undefined ? undefined : versions[end.result]!();
}

/** The first of `count` versions that passes. */
function firstPassing(count: number, from = 0): Search<number, number | undefined> {
  if (from === count) return done(undefined);
  return ask<number, number | undefined>(from, undefined, (outcome) =>
    outcome === "pass" ? done(from) : firstPassing(count, from + 1),
  );
}

/** Why `--find-good` found nothing. */
export function noPassingVersion({ run, request }: ChangesContext): Refusal {
  if (run.stopped.aborted) return { verdict: run.stopped.reason };
  const reason =
    `None of the ${request.older?.length} older versions passes, back to the first commit.\n` +
    "If they fail for other reasons, culprit history cures these older defects and continues.";
  return { verdict: "not-reproduced", reason };
}
