import { UserError } from "../../../core/user-error.ts";
import type { Repository } from "../../../world/git/repository.ts";
import { placedIn } from "../../../world/git/write-tree.ts";
import { commitVersion, workingTree } from "../../../world/tree/version.ts";
import type { HistoryRequest } from "../request.ts";

/** The versions over which to walk back, the newest first. Null: the working tree, where it differs from the last commit. */
export function lineOf(
  repository: Repository,
  { from, backTo, every }: Pick<HistoryRequest, "from" | "backTo" | "every">,
): readonly (string | null)[] {
  const start = repository.commit(from ?? "HEAD");
  if (start === undefined) throw new UserError(noStart(from));
  const all = repository.text(["rev-list", "--first-parent", start]).split("\n");
  const line = upTo(repository, all, backTo);
  const chosen = every === "tag" ? taggedOf(repository, line) : line;
  const isDirty = from === undefined && isChanged(repository, start);
  const versions = isDirty ? [null, ...chosen] : chosen;
  if (versions.length < 2)
    throw new UserError(`There is no version before ${from ?? "this one"}.${shallow(repository)}`);
  return versions;
}

function noStart(from: string | undefined): string {
  return from === undefined
    ? "The repository here has no commit yet."
    : `${from} is not a revision of the repository here.`;
}

function upTo(repository: Repository, line: readonly string[], backTo: string | undefined): readonly string[] {
  if (backTo === undefined) return line;
  const last = repository.commit(backTo);
  if (last === undefined) throw new UserError(`${backTo} is not a revision of the repository here.`);
  const at = line.indexOf(last);
  if (at >= 0) return line.slice(0, at + 1);
  // It came in by a merge: what is on the line after that, and then itself.
  const newer = new Set(repository.text(["rev-list", "--ancestry-path", `${last}..${line[0]}`]).split("\n"));
  const kept = line.filter((commit) => newer.has(commit));
  if (kept.length === 0) throw new UserError(`${backTo} is not an ancestor of the version to walk back from.`);
  return [...kept, last];
}

/** The versions that have a tag, and the ends, by the order of commits: dates need not tell it. */
function taggedOf(repository: Repository, line: readonly string[]): readonly string[] {
  const tagged = new Set(
    repository
      .text(["for-each-ref", "--format=%(objectname) %(*objectname)", "refs/tags"])
      .split("\n")
      .map((names) => names.trim().split(" ").at(-1)!),
  );
  const chosen = line.filter((commit, i) => i === 0 || i === line.length - 1 || tagged.has(commit));
  if (!line.some((commit) => tagged.has(commit)))
    throw new UserError("No version on the way back has a tag: leave out --every tag.");
  return chosen;
}

function isChanged(repository: Repository, head: string): boolean {
  return placedIn(workingTree(repository), commitVersion(repository, head, "HEAD")).length > 0;
}

/** What to do where a clone ends before the history does. */
export function shallow(repository: Repository): string {
  const isShallow = repository.text(["rev-parse", "--is-shallow-repository"]) === "true";
  return isShallow ? "\nThe clone is shallow: git fetch --unshallow brings the older ones." : "";
}
