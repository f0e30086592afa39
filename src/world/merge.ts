import type { Repository } from "./git.ts";
import { type Favour, mergeTexts } from "./merge-texts.ts";
import { type Entry, writeTree } from "./write-tree.ts";

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
  const [tree, ...lines] = repository.fields(words, { mayExit: 1 });
  const conflicts = conflictsIn(lines);
  if (conflicts.size === 0) return { tree: tree!, conflicts: [] };
  const each = [...conflicts].map((conflict) => settled(repository, conflict, favour));
  return {
    tree: writeTree(
      repository,
      tree!,
      each.map(({ entry }) => entry),
      index,
    ),
    conflicts: each.filter(({ conflict }) => conflict).map(({ entry }) => entry.path),
  };
}

const commits = new WeakMap<Repository, Map<string, string>>();

/** Git merges commits, not trees. */
function commitOf(repository: Repository, tree: string, parent?: string): string {
  const known = commits.get(repository) ?? new Map<string, string>();
  commits.set(repository, known);
  const key = `${tree} ${parent}`;
  const commit = known.get(key) ?? makeCommit(repository, tree, parent);
  known.set(key, commit);
  return commit;
}

/** The same for the same tree, whenever and by whomever it is made. */
function makeCommit(repository: Repository, tree: string, parent: string | undefined): string {
  const who = { NAME: "culprit", EMAIL: "culprit@localhost", DATE: "@0 +0000" };
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value])),
  );
  return repository.text(["commit-tree", tree, ...(parent === undefined ? [] : ["-p", parent]), "-m", "merged"], {
    env,
  });
}

interface Blob {
  readonly mode: string;
  readonly id: string;
}

/** What the base, our side and theirs have at a path, by stage: 1, 2, 3. */
type Stages = ReadonlyMap<string, Blob>;

function conflictsIn(lines: readonly string[]): Map<string, Map<string, Blob>> {
  const conflicts = new Map<string, Map<string, Blob>>();
  for (const line of lines) {
    const [, mode, id, stage, path] = /^(\d+) (\w+) ([123])\t(.*)$/s.exec(line) ?? [];
    if (path === undefined) continue;
    const stages = conflicts.get(path) ?? new Map<string, Blob>();
    conflicts.set(path, stages.set(stage!, { mode: mode!, id: id! }));
  }
  return conflicts;
}

interface Settled {
  readonly entry: Entry;
  readonly conflict: boolean;
}

/** Within a text, only the places in conflict are the favoured side's; otherwise all that is at the path. */
function settled(repository: Repository, [path, stages]: readonly [string, Stages], favour: Favour): Settled {
  const [base, ours, theirs] = ["1", "2", "3"].map((stage) => stages.get(stage));
  const favoured = favour === "ours" ? ours : theirs;
  const read = (blob: Blob | undefined) => {
    const bytes = blob?.mode.startsWith("100") ? repository.bytes(["cat-file", "blob", blob.id]) : undefined;
    return bytes?.includes(0) ? undefined : bytes;
  };
  const texts = { base: read(base), ours: read(ours), theirs: read(theirs) };
  if (!favoured || !texts.base || !texts.ours || !texts.theirs)
    return { entry: { path, blob: favoured }, conflict: true };
  const { base: a, ours: b, theirs: c } = texts;
  const { text, conflict } = mergeTexts({ base: a, ours: b, theirs: c }, favour);
  const id = repository.text(["hash-object", "-w", "--stdin", "--no-filters"], { input: text });
  return { entry: { path, blob: { mode: favoured.mode, id } }, conflict };
}
