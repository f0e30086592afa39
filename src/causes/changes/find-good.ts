import { ask, done, type Search } from "../../core/search.ts";
import { UserError } from "../../core/user-error.ts";
import { verdictOf } from "../../run/conclusion.ts";
import type { Refusal } from "../../run/ends/reproduce.ts";
import { runStage } from "../../run/stage/stage.ts";
import { commitName, commitNames } from "../../versions/commits/commit-graph.ts";
import { versionDetails } from "../../versions/commits/version-details.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { Repository } from "../../world/git/repository.ts";
import { commitVersion } from "../../world/tree/commit-version.ts";
import type { Version } from "../../world/tree/version.ts";
import type { ChangesContext } from "./context.ts";

/** Older versions to try, the nearest first: tags, then commits at growing distances. */
export function olderVersions(repository: Repository, now: string | undefined): string[] {
  const from = repository.resolveCommit(now ?? "HEAD");
  if (from === undefined)
    throw new UserError(
      now === undefined
        ? "The repository here has no commit yet."
        : `${now} is not a revision of the repository here.${repository.shallowAdvice}`,
    );
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
    .flatMap((name) => (name === "" ? [] : (repository.resolveCommit(name) ?? [])))
    .sort((a, b) => order.get(a)! - order.get(b)!);
  const ancestors = repository.text(["rev-list", "--first-parent", from]).split("\n");
  const sampled: string[] = [];
  for (let step = now === undefined ? 0 : 1; step < ancestors.length; step = step === 0 ? 1 : 2 * step)
    sampled.push(ancestors[step]!);
  sampled.push(ancestors.at(-1)!);
  const older = [...new Set([...tags, ...sampled])].filter((commit) => now === undefined || commit !== from);
  if (older.length === 0)
    throw new UserError(`The repository has no older version among which one could pass.${repository.shallowAdvice}`);
  return older;
}

/** The end of a search for a version that passes. */
export interface PassingSearch {
  readonly version: Version | undefined;
  /** Otherwise the run was stopped before all of the versions were tried. */
  readonly complete: boolean;
  readonly tried: number;
}

/** Tests older versions until one passes. */
export async function findPassing({ run, request, pair }: ChangesContext): Promise<PassingSearch> {
  const older = request.older ?? [];
  const versions = older.map((commit, i) => {
    let version: Version | undefined = i === 0 ? pair.old : undefined;
    return () => (version ??= commitVersion(pair.repository!, commit, commitName(pair.repository!, commit)));
  });
  const nameOf = commitNames(pair.repository!);
  const total = older.length;
  const end = await runStage(run, {
    search: firstPassing(total),
    key: String,
    world: (number) => pair.world(treeOf(pair, versions[number]!())),
    shown: (number) => ({ stage: "versions", set: nameOf(older[number]!), size: number + 1 }),
    total,
    unit: "versions",
    sizes: () => ({ failing: total }),
    start: { failing: total },
    logging: {
      details: () =>
        versionDetails(
          pair.repository!,
          older.map((commit) => ({ name: nameOf(commit), commit })),
        ),
    },
  });
  run.stages.push({ name: "versions", search: "find-good", deltas: { total, cause: total }, needed: end.needed });
  const version = end.result === undefined ? undefined : versions[end.result]!();
  return { version, complete: end.complete, tried: end.answers.size };
}

/** The first of `count` versions that passes. */
function firstPassing(count: number, from = 0): Search<number, number | undefined> {
  if (from === count) return done(undefined);
  return ask<number, number | undefined>(from, undefined, (outcome) =>
    outcome === "pass" ? done(from) : firstPassing(count, from + 1),
  );
}

/** Why `--find-good` found nothing. */
export function noPassingVersion({ run, pair }: ChangesContext, { complete, tried }: PassingSearch): Refusal {
  if (!complete) return { verdict: verdictOf(run, complete) };
  const shallow = pair.repository?.shallowAdvice ?? "";
  const reason =
    `${tried === 1 ? "The only older version does not pass" : `None of the ${tried} older versions tried passes, back to the ${shallow === "" ? "first commit" : "oldest one here"}`}.${shallow}\n` +
    "If they fail for other reasons, try culprit history: it repairs those failures and keeps searching further back.";
  return { verdict: "not-reproduced", reason };
}
