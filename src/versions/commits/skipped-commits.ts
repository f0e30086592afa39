import { UserError } from "../../core/user-error.ts";
import type { Repository } from "../../world/git/repository.ts";
import type { CommitGraph } from "./commit-graph.ts";

/** The revisions and ranges of `--skip`, with hashes for names: branches move. Throws a UserError for what git does not know. */
export function resolveSkipped(repository: Repository, revisions: readonly string[]): string[] {
  return revisions.map((revision) => {
    const ends = revision.split("..");
    const hashes = ends.map((name) => repository.resolveCommit(name));
    if (ends.length > 2 || hashes.includes(undefined))
      throw new UserError(`--skip takes revisions and ranges such as v1..v2, separated by commas, not "${revision}".`);
    return hashes.join("..");
  });
}

/** The numbers of the commits that are to be skipped: each revision alone, and all commits of a range, as in `git bisect skip`. */
export function skippedIn(repository: Repository, graph: CommitGraph, revisions: readonly string[]): Set<number> {
  const skipped = new Set(revisions.flatMap((revision) => commitsOf(repository, revision)));
  return new Set([...graph.commits.keys()].filter((number) => skipped.has(graph.commits[number] ?? "")));
}

function commitsOf(repository: Repository, revision: string): string[] {
  return revision.includes("..") ? repository.text(["rev-list", revision]).split("\n") : [revision];
}
