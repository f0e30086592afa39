import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { Run } from "../../run/run.ts";
import type { Repository } from "../../world/git/repository.ts";
import { commitVersion } from "../../world/tree/commit-version.ts";
import { workingTree } from "../../world/tree/folder-version.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import type { Item, Version } from "../../world/tree/version.ts";
import { writeItem } from "../../world/tree/write-item.ts";
import { isWrittenBy, type WrittenFiles } from "./written-paths.ts";

/** Maximum number of bytes that are kept; a run in a tree that differs by more can be resumed only while that tree stays. */
const maxKeptBytes = 256 * 2 ** 20;

/** The user's working tree, as a run takes it. */
export interface TakenTree {
  readonly version: Version;
  /** Whether it is from the run's record, because the user has changed the tree since. */
  readonly isKept: boolean;
}

/**
 * The working tree as it was when the run began. A new run keeps what differs from the last commit, so that a resumed one
 * can go on with it, whatever the user has done to the folder since.
 */
export function takeWorkingTree(run: Run, repository: Repository, written: WrittenFiles): TakenTree {
  const folder = join(run.record.folder, "tree");
  const live = workingTree(repository, isWrittenBy(written, repository.root));
  const kept = readKept(folder);
  if (!kept) {
    keepTree(folder, live, repository);
    return { version: live, isKept: false };
  }
  if (kept.hash === treeHash({ base: live, placed: [] })) return { version: live, isKept: false };
  if (!kept.entries)
    throw new UserError(
      "The working tree has changed since the run began, and was too large to save: restore it, or start a new run.",
    );
  run.note("The working tree has changed since the run began: continuing with the files as they were then.");
  return { version: keptVersion(folder, kept, repository), isKept: true };
}

interface KeptTree {
  /** A hash of the whole tree. */
  readonly hash: string;
  readonly parent?: string;
  /** What differs from the parent; undefined: it was too large. */
  readonly entries?: readonly KeptEntry[];
}

/** What is at a path; the content is in a file named after the entry's number. */
interface KeptEntry {
  readonly path: string;
  readonly item?: Pick<Item, "kind" | "executable" | "id">;
}

function readKept(folder: string): KeptTree | undefined {
  const path = join(folder, "tree.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function keepTree(folder: string, live: Version, repository: Repository): void {
  const partial = `${folder}.partial`;
  try {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial);
    const { parent } = live;
    const differing = differingFrom(parent === undefined ? undefined : commitVersion(repository, parent, parent), live);
    const isSmall = copyContents(partial, live, differing);
    const entries = differing.map((path): KeptEntry => {
      const item = live.items.get(path);
      return { path, ...(item ? { item: { kind: item.kind, executable: item.executable, id: item.id } } : {}) };
    });
    const kept: KeptTree = {
      hash: treeHash({ base: live, placed: [] }),
      ...(parent === undefined ? {} : { parent }),
      ...(isSmall ? { entries } : {}),
    };
    writeFileSync(join(partial, "tree.json"), JSON.stringify(kept));
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // A full disk does not stop the search.
    if (error instanceof UserError || (error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

function differingFrom(old: Version | undefined, now: Version): string[] {
  const paths = new Set([...(old?.items.keys() ?? []), ...now.items.keys()]);
  return [...paths].filter((path) => {
    const [before, after] = [old?.items.get(path), now.items.get(path)];
    return before?.id !== after?.id || before?.kind !== after?.kind || before?.executable !== after?.executable;
  });
}

/** Copies the contents at these paths; returns false, without them, if they are too large to keep. */
function copyContents(folder: string, { root, items }: Version, paths: readonly string[]): boolean {
  const files = paths.flatMap((path, i) => {
    const kind = items.get(path)?.kind;
    return kind === "file" || kind === "link" ? [{ from: join(root!, path), to: join(folder, String(i)), kind }] : [];
  });
  const total = files.reduce((sum, { from }) => sum + lstatSync(from).size, 0);
  if (total > maxKeptBytes) return false;
  for (const { from, to, kind } of files) {
    if (kind === "link") writeFileSync(to, readlinkSync(from, { encoding: "buffer" }));
    else copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
  return true;
}

function keptVersion(folder: string, { parent, entries = [] }: KeptTree, repository: Repository): Version {
  const base = parent === undefined ? undefined : commitVersion(repository, parent, parent);
  const items = new Map(base?.items ?? []);
  for (const [i, { path, item }] of entries.entries()) {
    if (!item) items.delete(path);
    else
      items.set(path, {
        ...item,
        bytes: () => (item.kind === "module" ? new Uint8Array() : readFileSync(join(folder, String(i)))),
      });
  }
  return {
    name: "the working tree as it was",
    ...(parent === undefined ? {} : { parent }),
    items,
    ...(base?.load ? { load: base.load } : {}),
    checkOut: (into) => {
      base?.checkOut(into);
      for (const { path } of entries) rmSync(join(into, path), { recursive: true, force: true });
      for (const { path } of entries) if (items.has(path)) writeItem(join(into, path), items.get(path)!);
    },
  };
}
