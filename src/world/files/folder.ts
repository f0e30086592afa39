import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { contentHash } from "./content-hash.ts";

/** A file, a link or an empty folder. Folders that are not empty are implied by what is in them. */
export interface FolderEntry {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly mode: number;
  readonly kind: "file" | "link" | "folder";
  /** A file's content, or a link's target. */
  readonly bytes: Uint8Array;
}

/** A folder with everything in it, in memory. */
export interface Folder {
  readonly entries: readonly FolderEntry[];
  /** The modes of folders that are not empty. */
  readonly modes: ReadonlyMap<string, number>;
}

/** Never part of an input: the records of runs, and the data of version control. */
const excludedNames = new Set([".culprit", ".git"]);

export function readFolder(root: string): Folder {
  const entries: FolderEntry[] = [];
  const modes = new Map<string, number>();
  const enter = (path: string) => {
    const names = readdirSync(join(root, path)).filter((name) => !excludedNames.has(name));
    const odd = names.find((name) => name.includes("\ufffd"));
    if (odd !== undefined) throw new UserError(`The name of ${join(path, odd)} is not valid UTF-8. Rename it first.`);
    const { mode } = lstatSync(join(root, path));
    if (names.length === 0 && path !== "") entries.push({ path, mode: mode & 0o777, kind: "folder", bytes: nothing });
    else modes.set(path, mode & 0o777);
    for (const name of names.sort()) {
      const inner = path === "" ? name : `${path}/${name}`;
      const stat = lstatSync(join(root, inner));
      if (stat.isDirectory()) enter(inner);
      else entries.push(readEntry(root, inner, stat));
    }
  };
  enter("");
  return { entries, modes };
}

function readEntry(root: string, path: string, stat: ReturnType<typeof lstatSync>): FolderEntry {
  const mode = Number(stat!.mode) & 0o777;
  const full = join(root, path);
  try {
    if (stat!.isSymbolicLink()) return { path, mode, kind: "link", bytes: readlinkSync(full, { encoding: "buffer" }) };
    if (stat!.isFile()) return { path, mode, kind: "file", bytes: readFileSync(full) };
  } catch (error) {
    throw new UserError(`Cannot read ${full}: ${reasonOf(error)}.`);
  }
  throw new UserError(`${full} is a pipe or a device, which cannot be part of an input.`);
}

const nothing = new Uint8Array();

/** Writes a folder to a path where nothing exists yet. */
export function writeFolder(root: string, { entries, modes }: Folder): void {
  mkdirSync(root, { recursive: true });
  const made = new Set([""]);
  const makeFolder = (path: string) => {
    if (made.has(path)) return;
    mkdirSync(join(root, path), { recursive: true });
    for (let each = path; each !== "" && !made.has(each); each = parentOf(each)) made.add(each);
  };
  for (const { path, mode, kind, bytes } of entries) {
    makeFolder(kind === "folder" ? path : parentOf(path));
    if (kind === "file") {
      writeFileSync(join(root, path), bytes, { mode });
      if ((mode & ~process.umask()) !== mode) chmodSync(join(root, path), mode);
    }
    if (kind === "link") symlinkSync(Buffer.from(bytes), join(root, path));
    if (kind === "folder") chmodSync(join(root, path), mode);
  }
  // Last, because nothing can be written into a folder that is not writable.
  for (const path of made) {
    const mode = modes.get(path);
    if (mode !== undefined && (mode & 0o700) === 0o700) chmodSync(join(root, path), mode);
  }
}

function parentOf(path: string): string {
  const parent = dirname(path);
  return parent === "." ? "" : parent;
}

/** Equal for folders that no test can tell apart, given the hashes of their entries' contents. */
export function folderHash(entries: readonly FolderEntry[], hashes: readonly string[]): string {
  return contentHash(JSON.stringify(entries.map(({ path, mode, kind }, i) => [path, mode, kind, hashes[i]])));
}
