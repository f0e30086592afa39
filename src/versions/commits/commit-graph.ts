import type { Ancestry } from "../../search/bisect.ts";
import type { Repository } from "../../world/git/repository.ts";

/** Maximum number of commits searched as a graph; more are searched along the first parents only. */
export const maxCommits = 20_000;

/** The commits between two others, each after its parents. */
export interface CommitGraph extends Ancestry {
  /** By number; undefined: the working tree, with what is not committed. After the last come older commits, as parents. */
  readonly commits: readonly (string | undefined)[];
  readonly firstParent: boolean;
}

/** The commits after `old`, up to and including `now`. */
export interface CommitInterval {
  readonly old: string;
  readonly now: string;
  readonly firstParent: boolean;
  /** The working tree is one more version, after the last commit. */
  readonly workingTree: boolean;
  /**
   * Branches that began before the old version count too. Their commits lack what the old version has, and may fail for
   * that reason alone; without this, only their merges are included.
   */
  readonly olderBranches: boolean;
}

/** Undefined if the newer commit does not descend from the older one. */
export function commitsBetween(repository: Repository, interval: CommitInterval): CommitGraph | undefined {
  const { old, now, workingTree } = interval;
  if (!isAncestor(repository, old, now)) return undefined;
  const range = `${old}..${now}`;
  const listed = (...words: string[]) => linesOf(repository.text(["rev-list", ...words, range]));
  const graph = interval.olderBranches ? [] : ["--ancestry-path"];
  const all = interval.firstParent ? [] : listed(...graph);
  const firstParent = interval.firstParent || all.length > maxCommits;
  const which = firstParent ? ["--first-parent"] : graph;
  const lines = listed(...which, "--topo-order", "--reverse", "--parents").map((line) => line.split(" "));
  const commits = lines.map(([commit]) => commit!);
  const numbers = new Map([[old, -1], ...commits.map((commit, i) => [commit, i] as const)]);
  const count = commits.length + (workingTree ? 1 : 0);
  const older: string[] = [];
  const numberOf = (commit: string) => {
    const isOlder = !numbers.has(commit) && interval.olderBranches;
    if (isOlder) numbers.set(commit, count + older.push(commit) - 1);
    return numbers.get(commit) ?? [];
  };
  const parents = lines.map(([, ...own]) => own.slice(0, firstParent ? 1 : undefined).flatMap(numberOf));
  const ranked = (firstParent ? listed(...which) : all).map((commit) => numbers.get(commit)!);
  const here = workingTree ? [commits.length] : [];
  return {
    commits: [...commits, ...here.map(() => undefined), ...older],
    count,
    parents: (version) => parents[version] ?? (version < count ? [version - 1] : []),
    ranked: [...ranked.reverse(), ...here],
    firstParent,
  };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
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

/** The names of many commits, for which git is asked once. */
export function commitNames(repository: Repository): (commit: string) => string {
  const format = "--format=%(objectname) %(*objectname) %(refname:short)";
  const tags = linesOf(repository.text(["for-each-ref", format, "refs/tags"])).map((line) => line.split(" "));
  const names = new Map(tags.map(([tag, commit, name]) => [commit || tag!, name!]));
  return (commit) => names.get(commit) ?? commit.slice(0, 10);
}

/** For people: a tag of the commit, or else the beginning of its hash. */
export function commitName(repository: Repository, commit: string): string {
  const tags = repository.text(["tag", "--points-at", commit]).split("\n");
  return tags[0] || commit.slice(0, 10);
}
