import { constants, copyFileSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { behindLinkIn } from "../files/behind-link.ts";
import { copy } from "../files/copy.ts";
import type { Repository } from "../git/repository.ts";
import { itemAt } from "./item-at.ts";
import { namesOfConverted } from "./stored-files.ts";
import { type Item, isExcluded, submoduleMode, type Version } from "./version.ts";

/**
 * The files of a repository as they are now: those that git tracks, and new ones that it does not ignore, unless they are
 * what a run writes.
 */
export function workingTree(repository: Repository, isWritten: (path: string) => boolean = () => false): Version {
  const changed = new Set(repository.fields(["diff-files", "--name-only", "-z"]));
  const ids = new Map<string, string>();
  const modules = new Set<string>();
  const modes = new Map<string, boolean>();
  const hasModes = repository.text(["config", "--type=bool", "--default=true", "--get", "core.fileMode"]) === "true";
  const tracked = repository.fields(["ls-files", "--stage", "-z"]).map((line) => {
    const [, mode, id, path] = /^(\d+) (\w+) \d\t(.*)$/s.exec(line)!;
    if (mode === submoduleMode) modules.add(path!);
    if (!hasModes) modes.set(path!, mode === "100755");
    if (!changed.has(path!)) ids.set(path!, id!);
    return path!;
  });
  for (const [path, id] of namesOfConverted(repository, ids)) {
    if (id === undefined) ids.delete(path);
    else ids.set(path, id);
  }
  const odd = repository.oddFields(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  const others = repository
    .fields(["ls-files", "--others", "--exclude-standard", "-z"])
    .filter((path) => !isWritten(path) && !isExcluded(path));
  const paths = [
    ...new Set([...tracked.filter((path) => !isExcluded(path)), ...others.filter((path) => !odd.has(path))]),
  ];
  const notes = others
    .filter((path) => odd.has(path))
    .map((path) => `${path} is left out: its name is not valid UTF-8, and git does not track it.`);
  const version = filesVersion(repository.root, paths, { name: "the working tree", ids, modules, modes, odd });
  const parent = repository.resolveCommit("HEAD");
  return { ...version, notes, ...(parent === undefined ? {} : { parent }) };
}

/** A folder with all that is in it. */
export function folderVersion(root: string, name: string): Version {
  const paths: string[] = [];
  const enter = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (isExcluded(entry.name)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) enter(path);
      else if (path.includes("\ufffd")) throw new UserError(`The name of ${path} is not valid UTF-8. Rename it first.`);
      else paths.push(path);
    }
  };
  enter("");
  return filesVersion(root, paths, { name, ids: new Map(), modules: new Set(), modes: new Map(), odd: new Map() });
}

interface Known {
  readonly name: string;
  /** The ids of contents, where they are known without reading. */
  readonly ids: ReadonlyMap<string, string>;
  /** Submodules. Any other folder in the place of a file is there for what is in it. */
  readonly modules: ReadonlySet<string>;
  /** Which files can be executed, where the file system cannot tell. */
  readonly modes: ReadonlyMap<string, boolean>;
  /** The bytes of paths that are not valid UTF-8. */
  readonly odd: ReadonlyMap<string, Buffer>;
}

function filesVersion(root: string, paths: readonly string[], { name, ids, modules, modes, odd }: Known): Version {
  const items = new Map<string, Item>();
  const placeIn = (folder: string, path: string) =>
    odd.has(path) ? Buffer.concat([Buffer.from(`${folder}/`), odd.get(path)!]) : join(folder, path);
  const isBehindLink = behindLinkIn(root);
  for (const path of [...paths].sort()) {
    if (isBehindLink(path)) continue; // for git, such a file is gone
    const item = itemAt(placeIn(root, path), { id: ids.get(path), executable: modes.get(path) });
    if (item && (item.kind !== "module" || modules.has(path))) items.set(path, item);
  }
  const checkOut = (folder: string) => {
    const made = new Set<string>();
    for (const [path, { kind, bytes }] of items) {
      const [from, to] = [placeIn(root, path), placeIn(folder, path)];
      // Byte by byte: a name need not be valid UTF-8.
      const inner = typeof to === "string" ? dirname(to) : to.subarray(0, to.lastIndexOf("/"));
      if (!made.has(inner.toString("latin1"))) mkdirSync(inner, { recursive: true });
      made.add(inner.toString("latin1"));
      if (kind === "file") copyFileSync(from, to, constants.COPYFILE_FICLONE);
      else if (typeof from === "string") copy(from, join(folder, path));
      else if (kind === "link") symlinkSync(Buffer.from(bytes()), to);
    }
  };
  return { name, root, items, checkOut };
}
