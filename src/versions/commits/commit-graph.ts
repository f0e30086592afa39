import type { Ancestry } from "../../search/bisect.ts";
import type { Repository } from "../../world/git/repository.ts";

/** More commits than this are searched along the first parents only. */
const mostCommits = 20_000;

/** The commits between two, each after those that it was made from. */
export interface Commits extends Ancestry {
  readonly commits: readonly string[];
}

/**
 * Undefined where there is no way from the one to the other, or nothing on it. Of branches that began before the old
 * version only the merges are seen: what is on them lacks what the old version has, and may fail for that alone.
 */
export function commitsBetween(
  repository: Repository,
  old: string,
  now: string,
  firstParent: boolean,
): Commits | undefined {
  if (old === now || !isAncestor(repository, old, now)) return undefined;
  const range = `${old}..${now}`;
  const count = Number(repository.text(["rev-list", "--count", "--ancestry-path", range]));
  const which = firstParent || count > mostCommits ? "--first-parent" : "--ancestry-path";
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
