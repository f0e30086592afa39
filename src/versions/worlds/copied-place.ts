import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isBehindLink } from "../../world/files/behind-link.ts";
import { copy } from "../../world/files/copy.ts";
import { lstatIfThere } from "../../world/files/stat-if-there.ts";
import { type Link, linksBelow, linksOf, redirectLinks } from "./links.ts";
import type { TreePlace } from "./tree-place.ts";
import type { Unversioned } from "./unversioned.ts";

/**
 * The test sees the tree where it is made; what no version contains is copied there. `folders`: the user's own, into which
 * no link of a tree may lead.
 */
export function copiedPlace(all: readonly Unversioned[], folders: readonly string[] = []): TreePlace {
  let copiedLinks: readonly Link[] | undefined;
  return {
    provided: {
      fill: (into) => {
        for (const each of all) provide(each, into);
        copiedLinks ??= all.flatMap(({ root, path }) => linksBelow(root, path));
        redirectLinks(into, copiedLinks, folders);
      },
      paths: all.map(({ path }) => path),
    },
    view: (folder, tree) => {
      redirectLinks(folder, tree ? linksOf(tree) : linksBelow(folder), folders);
      return { root: folder, overlays: [] };
    },
  };
}

/** What is in the tree stays, and nothing is written through a link in it. */
function provide({ root, path }: Unversioned, into: string): void {
  if (!isBehindLink(into, path)) addTo(join(into, path), join(root, path), root);
}

function addTo(to: string, from: string, root: string): void {
  if (isVacant(to, from)) copyWorking(root, from, to);
  // Some version has files in this folder: the others are added.
  else if (isFolder(to) && isFolder(from))
    for (const name of readdirSync(from)) addTo(join(to, name), join(from, name), root);
}

function copyWorking(root: string, from: string, to: string): void {
  copy(originalOf(root, from), to);
}

/** A link out of the user's folder would lead nowhere from the copy, or let a test write there: its target is copied. */
function originalOf(root: string, from: string): string {
  const target = lstatSync(from).isSymbolicLink() && existsSync(from) ? realpathSync(from) : from;
  return target.startsWith(`${root}/`) ? from : target;
}

/** A submodule is an empty folder at first. */
function isVacant(to: string, from: string): boolean {
  if (isFolder(to) && readdirSync(to).length === 0) return existsSync(from) && statSync(from).isDirectory();
  return lstatIfThere(to) === undefined;
}

function isFolder(path: string): boolean {
  return lstatIfThere(path)?.isDirectory() === true;
}

/** Larger folders that git ignores are not copied. */
const maxCopiedBytes = 2 ** 28;
const maxCopiedFiles = 20_000;

/** Splits what a tree would get into what is copied, and what is too large for that. Packages are always copied. */
export function splitBySize(all: readonly Unversioned[]): {
  readonly copied: Unversioned[];
  readonly tooLarge: Unversioned[];
} {
  const isLarge = ({ root, path, kind }: Unversioned) =>
    kind === "other" && isTooLarge(originalOf(root, join(root, path)));
  const tooLarge = all.filter(isLarge);
  return { copied: all.filter((each) => !tooLarge.includes(each)), tooLarge };
}

function isTooLarge(path: string): boolean {
  let [bytes, files] = [0, 0];
  const enter = (place: string): boolean => {
    const stat = lstatIfThere(place);
    if (!stat) return false;
    bytes += stat.size;
    files++;
    if (bytes > maxCopiedBytes || files > maxCopiedFiles) return true;
    return stat.isDirectory() && readdirSync(place).some((name) => enter(join(place, name)));
  };
  return enter(path);
}
