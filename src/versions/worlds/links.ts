import { readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { behindLinkIn } from "../../world/files/behind-link.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { Version } from "../../world/tree/version.ts";

/** A symbolic link in a tree, and what it leads to, as it is written in it. */
export interface Link {
  readonly path: string;
  readonly target: string;
}

const ofBases = new WeakMap<Version, readonly Link[]>();

/** The links that a candidate has. */
export function linksOf({ base, placed }: Tree): Link[] {
  const before = ofBases.get(base) ?? linksOfVersion(base);
  ofBases.set(base, before);
  const isPlaced = new Set(placed.map(({ path }) => path));
  const added = placed.flatMap(({ path, item }) => (item?.kind === "link" ? [linkTo(path, item.bytes())] : []));
  return [...before.filter(({ path }) => !isPlaced.has(path)), ...added];
}

function linksOfVersion({ items, load }: Version): Link[] {
  const links = [...items].filter(([, { kind }]) => kind === "link");
  load?.(links.map(([path]) => path));
  return links.map(([path, item]) => linkTo(path, item.bytes()));
}

function linkTo(path: string, bytes: Uint8Array): Link {
  return { path, target: Buffer.from(bytes).toString() };
}

/** The links in a folder and those below it, or the one that stands in its place. */
export function linksBelow(root: string, path = ""): Link[] {
  const target = readLink(join(root, path));
  if (target !== undefined) return [{ path, target }];
  const enter = (folder: string): Link[] =>
    entriesOf(join(root, folder)).flatMap((entry) => {
      const inside = join(folder, entry.name);
      if (entry.isSymbolicLink()) return [{ path: inside, target: readlinkSync(join(root, inside)) }];
      return entry.isDirectory() ? enter(inside) : [];
    });
  return enter(path);
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // a file, or closed to us
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Lets absolute links that lead into one of the user's folders lead to the same place in their copy. */
export function redirectLinks(copy: string, links: readonly Link[], folders: readonly string[]): void {
  const isBehindLink = behindLinkIn(copy);
  for (const { path, target } of links) {
    const inside = isAbsolute(target) ? insideOf(folders, target) : undefined;
    const place = join(copy, path);
    // A test may have put something else there, or above it.
    if (inside === undefined || isBehindLink(path) || readLink(place) !== target) continue;
    rmSync(place);
    symlinkSync(join(copy, inside), place);
  }
}

/** The path of something from the one of these folders on that holds it. */
function insideOf(folders: readonly string[], target: string): string | undefined {
  const place = join(realPath(dirname(target)), basename(target));
  const around = folders.find((folder) => isWithin(folder, place));
  return around === undefined ? undefined : relative(around, place);
}

/** As far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realPath(dirname(path)), basename(path));
  }
}

export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
