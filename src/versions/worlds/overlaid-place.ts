import { mkdirSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { type Overlay, overlayOf } from "../../trial/isolation/overlays.ts";
import { behindLinkIn, isBehindLink } from "../../world/files/behind-link.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { lstatIfThere } from "../../world/files/stat-if-there.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { Version } from "../../world/tree/version.ts";
import { linkedFolders, outermost } from "./linked-folders.ts";
import { linksBelow, linksOf } from "./links.ts";
import type { PlaceOptions, TreePlace, TreeView } from "./tree-place.ts";

/** The user's folder, over which trees are laid. */
export interface OverlaidFolder {
  readonly home: string;
  /** The files in it that are of a version: a candidate that lacks one must not see it. */
  readonly versioned: ReadonlySet<string>;
  /** Folders outside of it into which a test could write, whatever version it sees. */
  readonly outside: readonly string[];
  /** Where records of runs are in it: no test sees them. */
  readonly records: readonly string[];
}

/**
 * The test sees the tree in the place of the user's folder, over what lies there: ignored files, installed packages, the
 * repository. So links and absolute paths lead where they lead for the user, and nothing is copied.
 */
export function overlaidPlace(folder: OverlaidFolder, { replaced, without }: PlaceOptions): TreePlace {
  const { home, versioned, outside, records } = folder;
  const hiddenOf = hiddenFiles(versioned);
  return {
    provided: { fill: () => {}, paths: replaced },
    view: (tree, candidate) => {
      const beside = dirname(tree);
      const work = join(beside, "overlay-work");
      mkdirSync(work, { recursive: true });
      const own = { lower: home, upper: tree, work, at: home };
      const lacking = candidate ? hiddenOf(candidate) : [...versioned];
      const emptied = [...records, ...replaced];
      const isUsers = isNotIn(tree);
      // What the candidate itself has stays: in a folder, only the user's files are hidden.
      const left = without.filter((path) => isUsers(path) || isFolderIn(tree, path));
      const others = linkedFolders(home, candidate ? linksOf(candidate) : linksBelow(tree));
      return {
        root: home,
        overlays: [
          { ...own, emptied, hidden: [...left, ...lacking.filter(isUsers)] },
          ...overlaysOf([...outside, ...others], beside),
        ],
      };
    },
  };
}

/** The user's folder as it lies there, in its place. `layer` gets what a test writes. */
export function folderAsItIs({ home, versioned, outside, records }: OverlaidFolder, layer: string): TreeView {
  const isOut = behindLinkIn(home);
  const isLink = (path: string) => !isOut(path) && lookAt(join(home, path))?.isSymbolicLink();
  const links = [...versioned].filter(isLink).flatMap((path) => linksBelow(home, path));
  const others = overlaysOf([...outside, ...linkedFolders(home, links)], layer);
  return { root: home, overlays: [{ ...overlayOf(home, layer), emptied: records }, ...others] };
}

function isFolderIn(tree: string, path: string): boolean {
  return !isBehindLink(tree, path) && lookAt(join(tree, path))?.isDirectory() === true;
}

function lookAt(path: string): Stats | undefined {
  return lstatIfThere(path);
}

/** Overlays that show folders in their own places. Each has its layer by its name: the next candidate may lead to others. */
function overlaysOf(folders: readonly string[], beside: string): Overlay[] {
  return outermost(folders).map((each) => overlayOf(each, join(beside, `outside-${contentHash(each)}`)));
}

/**
 * What is in the tree itself hides the user's file already: a patched file, something built, or the mark of a removal. So
 * does a link or a file in the place of a folder above it.
 */
function isNotIn(tree: string): (path: string) => boolean {
  const isOut = behindLinkIn(tree);
  return (path) => {
    try {
      return !isOut(path) && lookAt(join(tree, path)) === undefined;
    } catch {
      return true; // a test has closed the folder
    }
  };
}

/** The files in the user's folder that a candidate lacks. */
function hiddenFiles(versioned: ReadonlySet<string>): (tree: Tree) => string[] {
  const ofBase = new WeakMap<Version, readonly string[]>();
  return ({ base, placed }) => {
    const before = ofBase.get(base) ?? [...versioned].filter((path) => !base.items.has(path));
    ofBase.set(base, before);
    const hidden = new Set(before);
    for (const { path, item } of placed) {
      if (item) hidden.delete(path);
      else if (versioned.has(path)) hidden.add(path);
    }
    return [...hidden];
  };
}
