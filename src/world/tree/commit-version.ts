import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "../git/repository.ts";
import { filesInCheckout } from "../git/sparse-checkout.ts";
import { StoredFiles } from "./stored-files.ts";
import { type Item, isExcluded, linkMode, submoduleMode, type Version } from "./version.ts";

/** A commit of a repository, as a checkout would have it. */
export function commitVersion(repository: Repository, commit: string, name: string): Version {
  const { entries, packages, isSparse } = entriesOf(repository, commit);
  const stored = new StoredFiles(
    repository,
    entries.filter(({ mode }) => mode !== linkMode),
  );
  const links = new Map(entries.flatMap(({ path, id, mode }) => (mode === linkMode ? [[path, id]] : [])));
  const contents = new Map<string, Uint8Array>();
  const load = (paths: readonly string[]) => {
    const wanted = paths.filter((path) => !contents.has(path) && (items.get(path)?.kind ?? "module") !== "module");
    const [targets, files] = [wanted.filter((path) => links.has(path)), wanted.filter((path) => !links.has(path))];
    for (const [i, bytes] of repository.blobs(targets.map((path) => links.get(path)!)).entries())
      contents.set(targets[i]!, bytes);
    for (const [i, bytes] of stored.contents(files).entries()) contents.set(files[i]!, bytes);
  };
  const items = new Map(
    entries.map(({ path, id, mode }): [string, Item] => {
      const kind = kindOf(repository, mode);
      const bytes = () => {
        load([path]);
        return contents.get(path) ?? new Uint8Array();
      };
      const executable = mode === "100755";
      return [
        path,
        kind !== "file" || links.has(path)
          ? { kind, executable, id, bytes }
          : {
              ...{ kind, executable, bytes },
              get id() {
                return stored.idOf(path);
              },
            },
      ];
    }),
  );
  const notes = [...(isSparse ? [sparseNote] : []), ...stored.notes];
  const checkOut = (folder: string) => {
    checkOutAll(repository, commit, folder);
    for (const path of packages) rmSync(join(folder, path), { recursive: true, force: true });
  };
  return { name, commit, notes, items, load, checkOut };
}

interface TreeFile {
  readonly path: string;
  readonly id: string;
  readonly mode: string;
}

const sparseNote =
  "Sparse checkout: files outside it are missing from every version. To include them: git sparse-checkout disable";

interface TreeEntries {
  /** What a checkout would create. */
  readonly entries: readonly TreeFile[];
  /** Folders of packages: these are not part of the difference, and tests use those in the user's folder. */
  readonly packages: ReadonlySet<string>;
  readonly isSparse: boolean;
}

function entriesOf(repository: Repository, commit: string): TreeEntries {
  const all = repository.fields(["ls-tree", "-r", "-z", commit]).map((line): TreeFile => {
    const [, mode, id, path] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line)!;
    return { path: path!, id: id!, mode: mode! };
  });
  const entries = all.filter(({ path }) => !isExcluded(path));
  const kept = filesInCheckout(repository, entries);
  const packages = all.flatMap(({ path }) => /^(?:.*?\/)?node_modules(?=\/|$)/s.exec(path)?.[0] ?? []);
  return { entries: kept, packages: new Set(packages), isSparse: kept.length < entries.length };
}

/** Where the file system has no links, git writes a file with the link's target. */
function kindOf(repository: Repository, mode: string): Item["kind"] {
  if (mode === submoduleMode) return "module";
  return mode === linkMode && repository.setting("core.symlinks") !== "false" ? "link" : "file";
}

/** Git does it, in a folder that is empty: by the attributes of that commit, and as sparse as the user's checkout. */
function checkOutAll(repository: Repository, commit: string, folder: string): void {
  const index = `${folder}.index`;
  try {
    const words = ["-c", "submodule.recurse=false", "read-tree", "-m", "-u", commit];
    repository.withWorkTree(folder).bytes(words, { env: { GIT_INDEX_FILE: index } });
  } catch (error) {
    // git does not report a full disk, but writing a file does.
    writeFileSync(index, Buffer.alloc(2 ** 20));
    throw error;
  } finally {
    rmSync(index, { force: true });
  }
}
