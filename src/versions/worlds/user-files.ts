import { statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { Repository } from "../../world/git/repository.ts";
import type { Version } from "../../world/tree/version.ts";
import type { VersionsRequest } from "../request.ts";
import { matchesGlob } from "./glob.ts";

/** Where the user stands. */
export interface Home {
  /** Where the tree has its root for the user; undefined: he does not stand in it. */
  readonly home: string | undefined;
  readonly repository: Repository | undefined;
  /** Whether a path is among the installed packages, which every tree has anyway. */
  readonly isInstalled: (path: string) => boolean;
}

/** The words of a test as it runs in a tree. */
export interface ReadTest {
  readonly words: readonly string[];
  /** Files that are the user's in every candidate. */
  readonly pinned: readonly string[];
  /** What was read otherwise than written, to be told to the user. */
  readonly rewritten: readonly string[];
}

/** Files that the test names are the user's: those in the tree stay at their places, others are named absolutely. */
export function readTest({ test, cwd, build }: VersionsRequest, { home, repository, isInstalled }: Home): ReadTest {
  const pinned: string[] = [];
  const rewritten: string[] = [];
  const words = test.map((word, i) => {
    const path = resolve(cwd, word);
    const isFile = !(i === 0 && !word.includes("/")) && isRegularFile(path);
    if (!isFile) return word;
    if (home === undefined || !isWithin(home, path)) {
      if (!isAbsolute(word)) rewritten.push(`In the test, ${word} → ${path}`);
      return path;
    }
    const inTree = isAbsolute(word) ? relative(cwd, path) : word;
    if (build !== undefined && repository?.ignores(path)) {
      rewritten.push(`${word} is ignored by git: the test uses what --build makes, not the file here.`);
      return inTree;
    }
    if (isInstalled(relative(home, path))) return inTree;
    pinned.push(relative(home, path));
    rewritten.push(`${word} is named in the test: every candidate has your copy of it.`);
    return inTree;
  });
  return { words, pinned, rewritten };
}

/** Whether a path is one of a repository's files, and not in what git keeps for itself. */
function isWithin(home: string, path: string): boolean {
  return !/^\.(\.|git)(\/|$)/.test(relative(home, path));
}

function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Files of the tree that `--keep` names. */
export function keptFiles({ keep, cwd }: VersionsRequest, home: string | undefined, now: Version): string[] {
  if (keep.length === 0) return [];
  if (home === undefined) throw new UserError("--keep needs a git repository, and there is none here.");
  const kept = [...now.items.keys()].filter((path) => keep.some((pattern) => matchesGlob(path, pattern)));
  const plain = keep
    .map((pattern) => resolve(cwd, pattern))
    .filter((path) => isWithin(home, path) && isRegularFile(path));
  return [...new Set([...kept, ...plain.map((path) => relative(home, path))])];
}
