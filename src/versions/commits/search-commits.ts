import type { CauseEntry } from "../../core/finding.ts";
import { asking, type Search } from "../../core/search.ts";
import { count } from "../../report/quantity.ts";
import { runStage, type Stage } from "../../run/stage/stage.ts";
import { bisect, type Introduction, isCheckingParents } from "../../search/bisect.ts";
import type { Repository } from "../../world/git/repository.ts";
import { commitVersion } from "../../world/tree/commit-version.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { Version } from "../../world/tree/version.ts";
import type { VersionEnds, VersionsContext } from "../context.ts";
import { treeOf } from "../worlds/trees.ts";
import { bisectLog } from "./bisect-log.ts";
import {
  type Commit,
  type CommitGraph,
  commitName,
  commitNames,
  commitsBetween,
  describeCommit,
  maxCommits,
} from "./commit-graph.ts";
import { skippedIn } from "./skipped-commits.ts";
import { versionDetails } from "./version-details.ts";

/** The versions that a search among commits ended with. */
export interface CommitSearchEnd extends VersionEnds {
  readonly complete: boolean;
  /** Some of the commits that may have introduced the failure: one, unless it was stopped or some cannot be judged. */
  readonly suspects: readonly Commit[];
  /** How many there are, with what is not committed. */
  readonly suspectCount: number;
  /** What is not committed may have introduced it, too. */
  readonly mayBeUncommitted: boolean;
  /** A file for `git bisect replay`. */
  readonly log: string;
}

/** What may have introduced the failure, as entries of a finding. */
export function suspectEntries({
  suspects,
  mayBeUncommitted,
}: Pick<CommitSearchEnd, "suspects" | "mayBeUncommitted">): readonly CauseEntry[] {
  return mayBeUncommitted && suspects.length > 0 ? [...suspects, { text: "what is not committed" }] : suspects;
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
  versionAt?: (commit: string) => Version,
): Promise<CommitSearchEnd | undefined> {
  return prepareCommitSearch(context, ends, versionAt)?.();
}

/** A search among commits that is ready to start. */
export type PreparedSearch = () => Promise<CommitSearchEnd>;

/** Lists the commits and makes the first candidates, which can be done while the ends are run. */
export function prepareCommitSearch(
  context: VersionsContext,
  ends: VersionEnds,
  versionAt?: (commit: string) => Version,
): PreparedSearch | undefined {
  const { request } = context;
  const clean = versionAt ? undefined : cleanCommit(context, ends.failing);
  const found = clean ? { ...ends, failing: clean } : ends;
  const graph = request.history ? graphBetween(context, found, { olderBranches: !versionAt }) : undefined;
  // A single commit below a clean working tree has to be found, too: what fails is that commit.
  const least = request.commitOnly || clean ? 1 : 2;
  return graph && graph.count >= least ? prepareGraphSearch(context, found, { graph, versionAt }) : undefined;
}

/** The last commit, if no test can tell the working tree from it: then that is no version of its own. */
function cleanCommit({ request, pair }: VersionsContext, working: Version): Version | undefined {
  const { repository } = pair;
  if (!repository || request.new !== undefined || working.commit !== undefined) return undefined;
  const commit = lastCommitBelow(working, repository);
  if (commit === undefined) return undefined;
  const last = commitVersion(repository, commit, commitName(repository, commit));
  const [content, ofWorking] = [last, working].map((version) => pair.world(treeOf(pair, version)).content);
  return content === ofWorking ? last : undefined;
}

function lastCommitBelow({ parent }: Version, repository: Repository): string | undefined {
  return parent ?? repository.resolveCommit("HEAD");
}

interface GraphSearch {
  readonly graph: CommitGraph;
  readonly versionAt: ((commit: string) => Version) | undefined;
}

function prepareGraphSearch(
  context: VersionsContext,
  ends: VersionEnds,
  { graph, versionAt }: GraphSearch,
): PreparedSearch {
  const { run, request, pair } = context;
  const repository = pair.repository!;
  const total = graph.count;
  if (graph.firstParent && !request.firstParent)
    run.note(`More than ${count(maxCommits)} commits: following only the first parent of each merge.`);
  const versions = new Map<number, Version>([
    [total - 1, ends.failing],
    [-1, ends.passing],
  ]);
  const nameOf = commitNames(repository);
  const own = (commit: string) => commitVersion(repository, commit, nameOf(commit));
  const versionOf = (number: number) => cached(versions, number, () => (versionAt ?? own)(graph.commits[number]!));
  const trees = new Map<number, Tree>();
  const treeAt = (number: number) => cached(trees, number, () => treeOf(pair, versionOf(number)));
  const skipped = skippedIn(repository, graph, request.skip ?? []);
  const search = bisect({ ...graph, skipped });
  const shownName = (number: number) => (graph.commits[number] ?? ends.failing.name).slice(0, 10);
  const stage: Stage<number, Introduction> = {
    search,
    key: String,
    world: (number) => pair.world(treeAt(number)),
    shown: (number) => ({ stage: "commits", set: shownName(number), size: number + 1 }),
    total,
    unit: "commits",
    halving: true,
    isChecking: isCheckingParents,
    sizes: ({ suspects }) => ({ failing: suspects.length }),
    start: { failing: total },
    summary: { name: "commits", search: "bisect" },
    logging: {
      details: () =>
        versionDetails(
          repository,
          graph.commits.map((commit, number) => ({ name: shownName(number), commit })),
        ),
    },
  };
  for (const number of firstQuestions(search)) treeAt(number);
  return () => searchPrepared(context, ends, { stage, graph, skipped, versionOf });
}

/** What is asked first, and what may be asked next. */
function firstQuestions(search: Search<number, Introduction>): number[] {
  if (!asking(search)) return [];
  const next = [search.after("pass"), search.after("fail")];
  return [search, ...next].flatMap((each) => (asking(each) ? [each.ask] : []));
}

interface Prepared {
  readonly stage: Stage<number, Introduction>;
  readonly graph: CommitGraph;
  readonly skipped: ReadonlySet<number>;
  readonly versionOf: (number: number) => Version;
}

async function searchPrepared(
  { run, pair }: VersionsContext,
  ends: VersionEnds,
  { stage, graph, skipped, versionOf }: Prepared,
): Promise<CommitSearchEnd> {
  const repository = pair.repository!;
  const end = await runStage<number, Introduction>(run, stage);
  const { failing, passing, suspects } = end.result!;
  const { answers } = end;
  run.record.keep("bisect.log", bisectLog(repository, { graph, skipped, search: stage.search, answers, ends }));
  return {
    passing: versionOf(passing),
    failing: versionOf(failing),
    complete: end.complete,
    suspects: suspects
      .flatMap((number) => graph.commits[number] ?? [])
      .slice(0, maxSuspects)
      .map((commit) => describeCommit(repository, commit)),
    suspectCount: suspects.length,
    mayBeUncommitted: suspects.some((number) => graph.commits[number] === undefined),
    log: run.record.prepareOutputPath("bisect.log"),
  };
}

function cached<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function graphBetween(
  { request, pair }: VersionsContext,
  { passing, failing }: VersionEnds,
  { olderBranches }: { readonly olderBranches: boolean },
): CommitGraph | undefined {
  const { repository } = pair;
  if (!repository || !passing.commit || (request.new !== undefined && !failing.commit)) return undefined;
  const now = failing.commit ?? lastCommitBelow(failing, repository);
  if (now === undefined) return undefined;
  const { firstParent } = request;
  const workingTree = !failing.commit;
  return commitsBetween(repository, { old: passing.commit, now, firstParent, workingTree, olderBranches });
}
