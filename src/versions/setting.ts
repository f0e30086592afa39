import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { UserError } from "../core/user-error.ts";
import type { Experiment, World } from "../trial/laboratory.ts";
import type { Placed } from "../world/changes.ts";
import { Repository } from "../world/git.ts";
import { treeHash } from "../world/tree-hash.ts";
import {
  commitVersion,
  copy,
  folderVersion,
  itemAt,
  type Version,
  versionNamed,
  workingTree,
} from "../world/version.ts";
import { type Tree, WarmTree } from "../world/warm-tree.ts";
import { matchesGlob } from "./glob.ts";
import type { VersionsRequest } from "./request.ts";

/** The two versions, and what all candidates have in common. */
export interface Setting {
  readonly repository: Repository | undefined;
  readonly old: Version;
  readonly new: Version;
  /** Files that are the user's in every candidate. */
  readonly isPinned: (path: string) => boolean;
  readonly pinned: readonly Placed[];
  /** What was read otherwise than written, and what is left out, to be told to the user. */
  readonly notes: readonly string[];
  readonly world: (tree: Tree, more?: Pick<World, "hint">) => World;
  /** The same in a tree of its own that no test has seen, made by a way of its own. */
  readonly freshWorld: (tree: Tree, finish?: (folder: string) => void) => World;
}

export function settingOf(request: VersionsRequest, patched?: string): Setting {
  const { cwd } = request;
  const repository = Repository.around(cwd);
  const [old, now] = versionsOf(request, repository, patched);
  // Where the tree has its root for the user, if he stands in it.
  const home =
    repository && [old, now].some(({ commit, name }) => commit || name === here) ? repository.root : undefined;
  const { words, pinned, rewritten } = readTest(request, { home, repository });
  const kept = keptFiles(request, home, now);
  const all = new Map([...kept, ...pinned].map((path) => [path, itemAt(join(home!, path))]));
  const provided = home === undefined ? packagesOf(now.root ?? old.root) : providedFolders(repository!);
  const everywhere = {
    fill: (folder: string) => {
      for (const { root, path } of provided) {
        if (isVacant(join(folder, path))) copy(join(root, path), join(folder, path));
      }
    },
    holds: (path: string) => provided.some((each) => each.path === path),
  };
  const place = home === undefined ? "" : relative(home, cwd);
  const trees = new Map<string, WarmTree>();
  const experiment = (folder: string): Experiment => {
    const inside = join(folder, place);
    mkdirSync(inside, { recursive: true });
    const { build } = request;
    return {
      argv: words,
      cwd: inside,
      ...(build === undefined ? {} : { build: ["sh", "-c", build] }),
      environment: { CULPRIT_CWD: cwd, ...ccache(request, folder), ...noRepository(folder) },
      stdin: undefined,
      candidate: [],
    };
  };
  const withPinned = ({ base, placed }: Tree): Tree => {
    const own = [...all].map(([path, item]) => ({ path, item }));
    return { base, placed: [...placed.filter(({ path }) => !all.has(path)), ...own] };
  };
  const freshWorld = (tree: Tree, finish?: (folder: string) => void): World => ({
    content: treeHash(withPinned(tree)),
    ownProgram: true,
    make: (folder) => {
      const fresh = new WarmTree(join(folder, "tree"), everywhere);
      fresh.become(withPinned(tree));
      finish?.(fresh.folder);
      return experiment(fresh.folder);
    },
  });
  return {
    repository,
    old,
    new: now,
    isPinned: (path) => all.has(path),
    pinned: [...all].map(([path, item]) => ({ path, item })),
    notes: rewritten,
    freshWorld,
    world: (tree, more = {}) => {
      if (request.fresh) return { ...freshWorld(tree), ...more };
      return {
        content: treeHash(withPinned(tree)),
        make: (_, room) => {
          const warm = trees.get(room) ?? new WarmTree(join(room, "tree"), everywhere);
          trees.set(room, warm);
          warm.become(withPinned(tree));
          return experiment(warm.folder);
        },
        ownProgram: true,
        cutShort: (room) => trees.get(room)?.distrust(),
        ...more,
      };
    },
  };
}

const here = "the working tree";

function versionsOf(
  request: VersionsRequest,
  repository: Repository | undefined,
  patched?: string,
): [Version, Version] {
  const { cwd, old, new: now, commits = [] } = request;
  const named = (name: string, commit: string | null | undefined) =>
    repository && commit ? commitVersion(repository, commit, name) : versionNamed(name, cwd, repository);
  const working = () => {
    if (repository) return workingTree(repository);
    throw new UserError("There is no git repository here: name two folders, or go to a repository.");
  };
  if (patched !== undefined) return [working(), folderVersion(patched, "the tree with the patch")];
  return [named(old, commits[0]), now === undefined ? working() : named(now, commits[1])];
}

interface Home {
  /** Where the tree has its root for the user; undefined: he does not stand in it. */
  readonly home: string | undefined;
  readonly repository: Repository | undefined;
}

interface ReadTest {
  readonly words: readonly string[];
  readonly pinned: readonly string[];
  readonly rewritten: readonly string[];
}

/** Files that the test names are the user's: those in the tree stay at their places, others are named absolutely. */
function readTest({ test, cwd, build }: VersionsRequest, { home, repository }: Home): ReadTest {
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
      rewritten.push(`${word} is ignored by git: the test runs what --build makes of it, not what lies here.`);
      return inTree;
    }
    pinned.push(relative(home, path));
    rewritten.push(`${word} is named in the test: it is the same, as it lies here, in every candidate.`);
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

function keptFiles({ keep, cwd }: VersionsRequest, home: string | undefined, now: Version): string[] {
  if (keep.length === 0) return [];
  if (home === undefined) throw new UserError("--keep is for files of the repository here, and there is none.");
  const kept = [...now.items.keys()].filter((path) => keep.some((pattern) => matchesGlob(path, pattern)));
  const plain = keep
    .map((pattern) => resolve(cwd, pattern))
    .filter((path) => isWithin(home, path) && isRegularFile(path));
  return [...new Set([...kept, ...plain.map((path) => relative(home, path))])];
}

/** A folder that is copied into every tree. */
interface Provided {
  readonly root: string;
  readonly path: string;
}

/** Installed packages, submodules and other repositories come from where the user stands: no version holds them. */
function providedFolders(repository: Repository): Provided[] {
  const { root } = repository;
  const ignored = repository.fields([..."ls-files --others --ignored --exclude-standard --directory -z".split(" ")]);
  const packages = ignored.filter((path) => /(^|\/)node_modules\/$/.test(path)).map((path) => path.slice(0, -1));
  const modules = repository
    .fields(["ls-files", "--stage", "-z"])
    .flatMap((line) => /^160000 \w+ \d\t(.*)$/s.exec(line)?.[1] ?? []);
  const others = repository.fields(["ls-files", "--others", "--exclude-standard", "-z"]);
  const repositories = others.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
  return [...packages, ...modules, ...repositories].flatMap((path) =>
    existsSync(join(root, path)) ? [{ root, path }] : [],
  );
}

/** A submodule is an empty folder at first. */
function isVacant(path: string): boolean {
  return !existsSync(path) || (statSync(path).isDirectory() && readdirSync(path).length === 0);
}

/** The packages installed in a folder that is itself a version. */
function packagesOf(root: string | undefined): Provided[] {
  const path = "node_modules";
  return root !== undefined && existsSync(join(root, path)) ? [{ root, path }] : [];
}

/** Where Debian's ccache is installed it stands before the compilers. */
const compilers = "/usr/lib/ccache";

/** Compilers remember what they have compiled in another of our folders, in a cache of the run's own. */
function ccache({ build, conditions }: VersionsRequest, folder: string): Record<string, string> {
  // In a sandbox nothing can be written that another test reads.
  if (build === undefined || conditions.sandbox || !existsSync(compilers)) return {};
  const cache = { CCACHE_DIR: join(dirname(dirname(folder)), "ccache"), CCACHE_BASEDIR: folder, CCACHE_NOHASHDIR: "1" };
  return { PATH: `${compilers}:${process.env.PATH ?? ""}`, ...cache };
}

/** A test that calls git is not to reach a repository around the tree, nor the one of a hook that we may be called by. */
function noRepository(folder: string): Record<string, string | undefined> {
  const own = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"];
  return { ...Object.fromEntries(own.map((name) => [name, undefined])), GIT_CEILING_DIRECTORIES: dirname(folder) };
}
