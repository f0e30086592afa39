import { rmSync } from "node:fs";
import { UserError } from "../../core/user-error.ts";
import type { Placed } from "../changes/version-diff.ts";
import { type Item, modeOf, type Version } from "../tree/version.ts";
import type { Repository } from "./repository.ts";

/** A content by its id in git. */
export interface GitBlob {
  readonly mode: string;
  readonly id: string;
}

/** What is at a path of a tree; undefined: nothing. */
export interface TreeEntry {
  readonly path: string;
  readonly blob: GitBlob | undefined;
}

/** Creates a tree from another one with some paths changed; `index` is the path of a file that does not exist yet. */
export function writeTree(repository: Repository, base: string, entries: readonly TreeEntry[], index: string): string {
  const env = { GIT_INDEX_FILE: index };
  try {
    repository.bytes(["read-tree", base], { env });
    const none = "0".repeat(base.length);
    const removed = entries.map(({ path }) => `0 ${none}\t${path}\0`);
    const added = entries.flatMap(({ path, blob }) => (blob ? [`${blob.mode} ${blob.id}\t${path}\0`] : []));
    // Removes first: a file may replace a folder.
    repository.bytes(["update-index", "-z", "--index-info"], { env, input: [...removed, ...added].join("") });
    return repository.text(["write-tree"], { env });
  } finally {
    rmSync(index, { force: true });
  }
}

/** Stores what is at some paths as git would on commit, with the filters of a checkout reversed. */
export function entriesOf(repository: Repository, placed: readonly Placed[]): TreeEntry[] {
  return placed.map(({ path, item }) => ({
    path,
    blob: item && { mode: modeOf(item), id: blobOf(repository, path, item) },
  }));
}

function blobOf(repository: Repository, path: string, item: Item): string {
  const filters = item.kind === "link" ? ["--no-filters"] : [`--path=${path}`];
  return repository.text(["-c", "core.safecrlf=false", "hash-object", "-w", "--stdin", ...filters], {
    input: item.bytes(),
  });
}

/** What differs in a version from an older one. Submodules are ignored. */
export function placedIn(version: Version, old: Version): Placed[] {
  const paths = new Set([...old.items.keys(), ...version.items.keys()]);
  return [...paths].flatMap((path): Placed[] => {
    const [before, item] = [old.items.get(path), version.items.get(path)];
    if (before?.kind === "module" || item?.kind === "module") return [];
    const same =
      before && item && before.id === item.id && before.executable === item.executable && before.kind === item.kind;
    if (same || before === item) return [];
    if (path.includes("\ufffd")) throw new UserError(`The name of ${path} is not valid UTF-8. Rename it first.`);
    return [{ path, item }];
  });
}
