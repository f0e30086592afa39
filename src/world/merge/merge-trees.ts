import type { Repository } from "../git/repository.ts";
import { writeTree } from "../git/write-tree.ts";
import type { Favour } from "./merge-texts.ts";
import { conflictsIn, settleConflicts } from "./resolve-conflicts.ts";

/** Three trees by their names in git: what leads from `base` to `theirs` is to be done to `ours`. */
export interface Merging {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Merged {
  readonly tree: string;
  /** Where both sides changed the same. */
  readonly conflicts: readonly string[];
}

/**
 * Merges trees by git's own machinery, renames and all, on the contents as git keeps them. `repository` must be one in
 * which objects can be made; `index` is a file that is not there yet.
 */
export function mergeTrees(
  repository: Repository,
  { base, ours, theirs }: Merging,
  { favour, index }: { readonly favour: Favour; readonly index: string },
): Merged {
  if (base === theirs || ours === theirs) return { tree: ours, conflicts: [] };
  if (base === ours) return { tree: theirs, conflicts: [] };
  const root = commitOf(repository, base);
  const sides = [ours, theirs].map((tree) => commitOf(repository, tree, root));
  const words = ["-c", "merge.renames=true", "merge-tree", "--write-tree", "--no-messages", "-z", ...sides];
  const [tree, ...lines] = repository.fields(words, { acceptedStatus: 1 });
  const { conflicts, aside } = conflictsIn(lines, sides);
  if (conflicts.size === 0) return { tree: tree!, conflicts: [] };
  const { entries, unsettled } = settleConflicts(repository, { base, ours }, conflicts, favour);
  const cleared = aside.map((path) => ({ path, blob: undefined }));
  return { tree: writeTree(repository, tree!, [...cleared, ...entries], index), conflicts: unsettled };
}

const commits = new WeakMap<Repository, Map<string, string>>();

/** Git merges commits, not trees. */
function commitOf(repository: Repository, tree: string, parent?: string): string {
  const known = commits.get(repository) ?? new Map<string, string>();
  commits.set(repository, known);
  const key = `${tree} ${parent}`;
  const commit = known.get(key) ?? makeCommit(repository, tree, parent === undefined ? [] : [parent]);
  known.set(key, commit);
  return commit;
}

/** The same for the same tree, whenever and by whomever it is made. */
export function makeCommit(repository: Repository, tree: string, parents: readonly string[]): string {
  const who = { NAME: "culprit", EMAIL: "culprit@localhost", DATE: "@0 +0000" };
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value])),
  );
  return repository.text(["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", "merged"], {
    env,
  });
}
