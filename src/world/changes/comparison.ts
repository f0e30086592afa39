import { UserError } from "../../core/user-error.ts";
import { isLockfile, partnerOf } from "../packages/lockfile-names.ts";
import { isText } from "../text/text.ts";
import type { Item, Version } from "../tree/version.ts";
import { renamesAmong } from "./renames.ts";

/** A text file that both versions have. */
export interface EditedFile {
  readonly oldPath: string;
  readonly newPath: string;
  readonly old: Item;
  readonly new: Item;
}

/** A file of which something differs. */
export interface Pending {
  readonly oldPath?: string;
  readonly newPath?: string;
  readonly old?: Item;
  readonly new?: Item;
}

/** Which files differ between two versions, before it is known how. */
export class Comparison {
  /** Files; some stand in each other's way and go together. */
  readonly groups: readonly (readonly Pending[])[];
  readonly notes: readonly string[];
  /** In either version. */
  readonly paths: readonly string[];

  constructor(old: Version, now: Version, isPinned: (path: string) => boolean = () => false) {
    const differing = [...new Set([...old.items.keys(), ...now.items.keys()])]
      .filter((path) => !isPinned(path) && differs(old.items.get(path), now.items.get(path)))
      .sort();
    const isModule = (path: string) => [old, now].some(({ items }) => items.get(path)?.kind === "module");
    const modules = differing.filter(isModule);
    const candidates = differing.filter((path) => !isModule(path));
    old.load?.(candidates);
    now.load?.(candidates);
    const paths = candidates.filter((path) => !isSame(old.items.get(path), now.items.get(path)));
    const odd = paths.find((path) => path.includes("\ufffd"));
    if (odd !== undefined) throw new UserError(`The name of ${odd} is not valid UTF-8. Rename it first.`);
    this.notes = modules.map(
      (path) => `The submodule ${path} differs between the versions; every test uses it as it is here.`,
    );
    this.paths = paths;
    this.groups = grouped(pendingAmong(paths, old, now));
  }

  /** The text files that both versions have. */
  *edited(): Generator<EditedFile> {
    for (const [file, ...others] of this.groups) if (others.length === 0 && isEdited(file!)) yield file;
  }
}

function differs(a: Item | undefined, b: Item | undefined): boolean {
  if (!a || !b) return a !== b;
  return a.kind !== b.kind || a.executable !== b.executable || a.id !== b.id;
}

/** With filters, git may have two ids for one checked-out content. */
function isSame(a: Item | undefined, b: Item | undefined): boolean {
  if (!a || !b || a.kind !== b.kind || a.executable !== b.executable) return false;
  return Buffer.compare(a.bytes(), b.bytes()) === 0;
}

function pendingAmong(paths: readonly string[], old: Version, now: Version): Pending[] {
  const gone = paths.filter((path) => !now.items.has(path));
  const come = paths.filter((path) => !old.items.has(path));
  const renames = renamesAmong(gone, come, old, now);
  const renamed = new Set(renames.values());
  return paths.flatMap((path): Pending[] => {
    if (renamed.has(path)) return [];
    const newPath = renames.get(path) ?? path;
    const [before, after] = [old.items.get(path), now.items.get(newPath)];
    return [{ ...(before ? { oldPath: path, old: before } : {}), ...(after ? { newPath, new: after } : {}) }];
  });
}

/** Whether it is a text file that both versions have, and that can be changed in parts. */
export function isEdited(file: Pending): file is EditedFile {
  const { oldPath, newPath, old, new: now } = file;
  if (oldPath === undefined || newPath === undefined || old?.kind !== "file" || now?.kind !== "file") return false;
  if (!isText(old.bytes()) || !isText(now.bytes())) return false;
  return !isLockfile(newPath, () => Buffer.from(now.bytes()).toString("utf8"));
}

/** A file goes together with everything in a folder that the other version has at its path, and with the other half of a lockfile. */
function grouped(pending: readonly Pending[]): Pending[][] {
  const paths = pending.map(({ oldPath, newPath }) => [oldPath, newPath].filter((path) => path !== undefined));
  const groups = new Map<string, Set<number>>();
  paths.forEach((own, i) => {
    const group = new Set([i]);
    for (const path of own) groups.set(path, group);
  });
  for (const own of paths) {
    const others = own.flatMap((path) => [...foldersOf(path), partnerOf(path) ?? path]);
    for (const other of others) if (groups.has(other)) merge(groups, paths, [own[0]!, other]);
  }
  return [...new Set(groups.values())].map((group) => Array.from(group, (i) => pending[i]!));
}

function merge(
  groups: Map<string, Set<number>>,
  paths: readonly (readonly string[])[],
  [a, b]: [string, string],
): void {
  const together = new Set([...groups.get(a)!, ...groups.get(b)!].sort((i, j) => i - j));
  for (const i of together) for (const path of paths[i]!) groups.set(path, together);
}

/** The folders that contain a path. */
export function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}
