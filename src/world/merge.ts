import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "./git.ts";
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

/** Whose text stands where both sides changed the same. */
export type Favour = "ours" | "theirs";

/**
 * Merges trees by git's own machinery, renames and all, on the contents as git keeps them. `repository` must be one in
 * which objects can be made; `folder` is for files on the way, and gone after it.
 */
export function mergeTrees(
  repository: Repository,
  { base, ours, theirs }: Merging,
  { favour, folder }: { readonly favour: Favour; readonly folder: string },
): Merged {
  if (base === theirs || ours === theirs) return { tree: ours, conflicts: [] };
  if (base === ours) return { tree: theirs, conflicts: [] };
  const root = commitOf(repository, base);
  const sides = [ours, theirs].map((tree) => commitOf(repository, tree, root));
  const words = ["-c", "merge.renames=true", "merge-tree", "--write-tree", "--no-messages", "-z", ...sides];
  const [tree, ...lines] = repository.fields(words, { mayExit: 1 });
  const conflicts = conflictsIn(lines);
  if (conflicts.size === 0) return { tree: tree!, conflicts: [] };
  mkdirSync(folder, { recursive: true });
  try {
    const entries = [...conflicts].map(([path, stages]) => settled(repository, { path, stages, favour, folder }));
    return {
      tree: writeTree(repository, tree!, entries, join(folder, "index")),
      conflicts: [...conflicts.keys()],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same for the same tree, whenever and by whomever it is made. */
function commitOf(repository: Repository, tree: string, parent?: string): string {
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

interface Settling {
  readonly path: string;
  readonly stages: Stages;
  readonly favour: Favour;
  readonly folder: string;
}

/** Within a text, only the places in conflict are the favoured side's; otherwise all that is at the path. */
function settled(repository: Repository, { path, stages, favour, folder }: Settling): Entry {
  const [base, ours, theirs] = ["1", "2", "3"].map((stage) => stages.get(stage));
  const favoured = favour === "ours" ? ours : theirs;
  const isText = [base, ours, theirs].every((blob) => blob?.mode.startsWith("100"));
  if (!isText) return { path, blob: favoured };
  const files = [ours, base, theirs].map((blob, i) => {
    const file = join(folder, `side-${i}`);
    writeFileSync(file, repository.bytes(["cat-file", "blob", blob!.id]));
    return file;
  });
  try {
    const text = repository.bytes(["merge-file", "-p", "--quiet", `--${favour}`, ...files]);
    const id = repository.text(["hash-object", "-w", "--stdin", "--no-filters"], { input: text });
    return { path, blob: { mode: favoured!.mode, id } };
  } catch {
    return { path, blob: favoured }; // a binary file
  }
}
