import type { Ancestry } from "../../search/bisect.ts";
import type { Repository } from "../../world/git/repository.ts";

/** Maximum number of commits searched as a graph; more are searched along the first parents only. */
const maxCommits = 20_000;

/** The commits between two others, each after its parents. */
export interface CommitGraph extends Ancestry {
  readonly commits: readonly string[];
}

/** The commits after `old`, up to and including `now`. */
export interface CommitInterval {
  readonly old: string;
  readonly now: string;
  readonly firstParent: boolean;
}

/**
 * Undefined if the newer commit does not descend from the older one. Of branches that began before the old version, only
 * the merges are included: the commits on them lack what the old version has, and may fail for that reason alone.
 */
export function commitsBetween(
  repository: Repository,
  { old, now, firstParent }: CommitInterval,
): CommitGraph | undefined {
  if (old === now || !isAncestor(repository, old, now)) return undefined;
  const range = `${old}..${now}`;
  const count = Number(repository.text(["rev-list", "--count", "--ancestry-path", range]));
  const which = firstParent || count > maxCommits ? "--first-parent" : "--ancestry-path";
  const lines = repository.text(["rev-list", "--topo-order", "--reverse", "--parents", which, range]).split("\n");
  const numbers = new Map(lines.map((line, i) => [line.split(" ")[0]!, i]));
  const parents = lines.map((line) =>
    line
      .split(" ")
      .slice(1)
      .flatMap((parent) => numbers.get(parent) ?? []),
  );
  return { commits: [...numbers.keys()], count: lines.length, parents: (version) => parents[version]! };
}

function isAncestor(repository: Repository, old: string, now: string): boolean {
  try {
    repository.text(["merge-base", "--is-ancestor", old, now]);
    return true;
  } catch {
    return false;
  }
}

/** Who made a commit, when, and why. */
export interface Commit {
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
}

export function describeCommit(repository: Repository, commit: string): Commit {
  const [author, date, subject] = repository.fields(["show", "-s", "-z", "--format=%an%x00%as%x00%s%x00", commit]);
  return { commit, author: author ?? "", date: date ?? "", subject: subject ?? "" };
}

/** For people: a tag of the commit, or else the beginning of its hash. */
export function commitName(repository: Repository, commit: string): string {
  const tags = repository.text(["tag", "--points-at", commit]).split("\n");
  return tags[0] || commit.slice(0, 10);
}
