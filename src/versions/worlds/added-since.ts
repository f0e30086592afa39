import type { Repository } from "../../world/git/repository.ts";

/** The files that a commit does not have. What git ignores is in no version, and the same in all candidates. */
export function addedSince(repository: Repository, commit: string, files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const there = new Set(repository.fields(["ls-tree", "-r", "-z", "--name-only", commit, "--", ...files]));
  return files.filter((path) => !there.has(path) && !repository.ignores(path));
}
