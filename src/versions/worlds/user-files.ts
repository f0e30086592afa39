import { statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { Repository } from "../../world/git/repository.ts";
import type { Version } from "../../world/tree/version.ts";
import type { VersionsRequest } from "../request.ts";
import { matchesGlob } from "./glob.ts";

/** Where the user runs the command. */
export interface UserPlace {
  /** The user's folder that holds the tree; undefined if the user is not in it. */
  readonly home: string | undefined;
  readonly repository: Pick<Repository, "ignores"> | undefined;
  /** Whether a path is in the installed packages, which every tree has anyway. */
  readonly isInstalled: (path: string) => boolean;
}

/** A test, adapted to run in a tree. */
export interface TestInTree {
  readonly words: readonly string[];
  /** Files that are the user's in every candidate. */
  readonly pinned: readonly string[];
  /** What the user should know about how the words were read. */
  readonly notes: readonly string[];
}

type TestWords = Pick<VersionsRequest, "test" | "cwd" | "build" | "keepNamed">;

/** Every candidate has the user's copy of the files that the test names; files outside the tree become absolute paths. */
export function testInTree({ test, cwd, build, keepNamed }: TestWords, place: UserPlace): TestInTree {
  const { home, repository, isInstalled } = place;
  const pinned: string[] = [];
  const notes: string[] = [];
  const words = test.map((word, i) => {
    const path = resolve(cwd, word);
    const isFile = !(i === 0 && !word.includes("/")) && isRegularFile(path);
    if (!isFile) return word;
    if (home === undefined || !isInTree(home, path)) {
      if (!isAbsolute(word)) notes.push(`In the test, ${word} → ${path}`);
      return path;
    }
    const inTree = isAbsolute(word) ? relative(cwd, path) : word;
    if (build !== undefined && repository?.ignores(path)) {
      notes.push(`${word} is ignored by git: the test uses what --build makes, not the file here.`);
      return inTree;
    }
    if (keepNamed === false || isInstalled(relative(home, path))) return inTree;
    pinned.push(relative(home, path));
    notes.push(`The test names ${word}, so every candidate uses your copy.`);
    return inTree;
  });
  return { words, pinned, notes };
}

/** The files that a test names in a tree, relative to its top. */
export function namedFiles({ test, cwd }: TestWords, home: string): readonly string[] {
  const isInstalled = (path: string) => path.split("/").includes("node_modules");
  return testInTree({ test, cwd }, { home, repository: undefined, isInstalled }).pinned;
}

/** The files of the tree that match `--keep`. */
export function keptFiles({ keep, cwd }: VersionsRequest, home: string | undefined, now: Version): string[] {
  if (keep.length === 0) return [];
  if (home === undefined) throw new UserError("--keep needs a git repository, and there is none here.");
  const kept = [...now.items.keys()].filter((path) => keep.some((pattern) => matchesGlob(path, pattern)));
  const plain = keep
    .map((pattern) => resolve(cwd, pattern))
    .filter((path) => isInTree(home, path) && isRegularFile(path));
  return [...new Set([...kept, ...plain.map((path) => relative(home, path))])];
}

/** Whether a path is in the tree, and not in git's own folder. */
export function isInTree(home: string, path: string): boolean {
  return !/^\.(\.|git)(\/|$)/.test(relative(home, path));
}

function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
