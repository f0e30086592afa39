import { UserError } from "../../../core/user-error.ts";
import type { Repository } from "../../../world/git/repository.ts";
import { placedIn } from "../../../world/git/write-tree.ts";
import { commitVersion } from "../../../world/tree/commit-version.ts";
import type { Version } from "../../../world/tree/version.ts";
import type { HistoryRequest } from "../request.ts";

/** The commits to walk back over, the newest first; null is the working tree, if it differs from the last commit. */
export function versionsBack(
  repository: Repository,
  { from, backTo, every }: Pick<HistoryRequest, "from" | "backTo" | "every">,
  readWorkingTree: () => Version,
): readonly (string | null)[] {
  const start = repository.resolveCommit(from ?? "HEAD");
  if (start === undefined) throw new UserError(noStart(from) + repository.shallowAdvice);
  const all = repository.text(["rev-list", "--first-parent", start]).split("\n");
  const inRange = upTo(repository, all, backTo);
  const chosen = every === "tag" ? onlyTagged(repository, inRange) : inRange;
  const isDirty = from === undefined && isChanged(repository, start, readWorkingTree());
  const versions = isDirty ? [null, ...chosen] : chosen;
  if (versions.length < 2)
    throw new UserError(`There is no version before ${from ?? "this one"}.${repository.shallowAdvice}`);
  return versions;
}

function noStart(from: string | undefined): string {
  return from === undefined
    ? "The repository here has no commit yet."
    : `${from} is not a revision of the repository here.`;
}

function upTo(repository: Repository, commits: readonly string[], backTo: string | undefined): readonly string[] {
  if (backTo === undefined) return commits;
  const last = repository.resolveCommit(backTo);
  if (last === undefined)
    throw new UserError(`${backTo} is not a revision of the repository here.${repository.shallowAdvice}`);
  const at = commits.indexOf(last);
  if (at >= 0) return commits.slice(0, at + 1);
  // It came in with a merge: take the first parents down to that merge, and then the commit itself.
  const newer = new Set(repository.text(["rev-list", "--ancestry-path", `${last}..${commits[0]}`]).split("\n"));
  const kept = commits.filter((commit) => newer.has(commit));
  if (kept.length === 0) throw new UserError(`${backTo} is not an ancestor of the version to walk back from.`);
  return [...kept, last];
}

/** The commits that have a tag, and both ends. */
function onlyTagged(repository: Repository, commits: readonly string[]): readonly string[] {
  const tagged = new Set(
    repository
      .text(["for-each-ref", "--format=%(objectname) %(*objectname)", "refs/tags"])
      .split("\n")
      .map((names) => names.trim().split(" ").at(-1)!),
  );
  const chosen = commits.filter((commit, i) => i === 0 || i === commits.length - 1 || tagged.has(commit));
  if (!commits.some((commit) => tagged.has(commit)))
    throw new UserError("No version on the way back has a tag: leave out --every tag.");
  return chosen;
}

function isChanged(repository: Repository, head: string, working: Version): boolean {
  return placedIn(working, commitVersion(repository, head, "HEAD")).length > 0;
}
