import { join, relative } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { World } from "../../trial/laboratory.ts";
import { Repository } from "../../world/git/repository.ts";
import { commitVersion } from "../../world/tree/commit-version.ts";
import { workingTree } from "../../world/tree/folder-version.ts";
import { itemAt } from "../../world/tree/item-at.ts";
import { versionNamed } from "../../world/tree/named-version.ts";
import type { Item, Version } from "../../world/tree/version.ts";
import type { VersionsRequest } from "../request.ts";
import type { TakenTree } from "../working-tree/kept-tree.ts";
import { isWrittenBy } from "../working-tree/written-paths.ts";
import { type ChosenPlace, choosePlace, copying } from "./choose-place.ts";
import { experimentIn } from "./experiment.ts";
import { TreeReuse } from "./tree-reuse.ts";
import { type TreePackages, type TreeWorlds, treeWorlds, type WorldOptions } from "./tree-worlds.ts";
import { isInPackages, packagesIn, readUnversioned, type Unversioned } from "./unversioned.ts";
import { keptFiles, testInTree } from "./user-files.ts";

/** The two versions that a run compares, and how the candidates between them become worlds. */
export interface VersionPair extends TreeWorlds {
  readonly repository: Repository | undefined;
  readonly old: Version;
  readonly new: Version;
  /** The user's folder that holds the tree; undefined if the user is not in it. */
  readonly home: string | undefined;
  /** What every tree has besides the files of a version. */
  readonly unversioned: readonly Unversioned[];
  readonly place: ChosenPlace;
  readonly reuse: TreeReuse;
  /** Whether every test gets a new tree, whatever `reuse` says. */
  readonly hasNewTrees: boolean;
  /** The user's folder as it lies there; undefined: it is not the new version, or no overlay can be mounted over it. */
  readonly folderAsItIs: World | undefined;
  /** What the user should know about how the test was adapted. */
  readonly notes: readonly string[];
  /** The same pair with these packages in every candidate. */
  readonly withPackages: (packages: TreePackages) => VersionPair;
  /** The same pair with trees that lack some of what is in the user's folder. */
  readonly without: (paths: readonly string[]) => VersionPair;
}

/** Versions that a run has read already. */
export interface GivenVersions {
  readonly working?: TakenTree;
  /** The working tree with the user's patch, if that is the version that fails. */
  readonly patched?: Version;
}

export function readVersionPair(request: VersionsRequest, given: GivenVersions = {}): VersionPair {
  const { cwd, fresh } = request;
  const repository = Repository.containing(cwd);
  const [old, now] = versionsOf(request, repository, given);
  const isHere = ({ commit, parent, name }: Version) =>
    commit !== undefined || parent !== undefined || name === workingTreeName;
  const home = repository && [old, now].some(isHere) ? repository.root : undefined;
  const isWorkingTree = (version: Version) =>
    version === given.working?.version || version.name === workingTreeName || version.root === repository?.root;
  const untracked = ![old, now].some(isWorkingTree);
  const unversioned =
    home === undefined ? packagesIn(now.root ?? old.root) : readUnversioned(repository!, { untracked });
  const commands = [...request.test, request.build ?? ""];
  const place =
    home === undefined
      ? copying(unversioned, { folders: [old, now].flatMap(({ root }) => root ?? []) })
      : choosePlace(
          { repository: repository!, cwd, untracked, unversioned, commands },
          { copy: request.copy ?? false },
        );
  const isInstalled = (path: string) => isInPackages(unversioned, path);
  const { words, pinned, notes } = testInTree(request, {
    home: home ?? ownFolder(request, now),
    repository,
    isInstalled,
  });
  const kept = keptFiles(request, home, now);
  const test = { request, words, place: home === undefined ? "" : relative(home, cwd) };
  const reuse = new TreeReuse(fresh ? "fresh" : "reused");
  const worlds = treeWorlds({
    reuse,
    own: new Map([...kept, ...pinned].map((path) => [path, keptItem(given, path) ?? itemAt(join(home!, path))])),
    placeWith: place.placeWith,
    experiment: (view, folder) => experimentIn(view, folder, test),
  });
  const { folderAsItIs: view } = place;
  const folderAsItIs: World | undefined =
    view && now.root === home
      ? { content: "the user's folder", make: (folder) => experimentIn(view(folder), join(folder, "tree"), test) }
      : undefined;
  const versionNotes = new Set([old, now].flatMap((version) => version.notes ?? []));
  const common = {
    ...{ repository, old, new: now, home, unversioned, place, reuse, folderAsItIs },
    notes: [...notes, ...versionNotes],
  };
  const pairWith = (options: WorldOptions): VersionPair => ({
    ...common,
    // Without some of its files, a tree is not to be compared with the user's folder.
    ...(options.without?.length ? { folderAsItIs: undefined } : {}),
    ...worlds(options),
    hasNewTrees: (options.without ?? []).length > 0,
    withPackages: (packages) => pairWith({ ...options, packages }),
    without: (paths) => pairWith({ ...options, without: [...(options.without ?? []), ...paths] }),
  });
  return pairWith({});
}

/** A folder that is a version itself has the files that the test names there, unless they are to be the user's. */
function ownFolder({ cwd, keepNamed }: VersionsRequest, { root }: Version): string | undefined {
  return keepNamed === false && root === cwd ? root : undefined;
}

/** The user's copy of a file when the run began, if the folder has changed since. */
function keptItem({ working }: GivenVersions, path: string): Item | undefined {
  return working?.isKept ? working.version.items.get(path) : undefined;
}

const workingTreeName = "the working tree";

function versionsOf(
  { cwd, old, new: now, commits = [], output }: VersionsRequest,
  repository: Repository | undefined,
  { working: taken, patched }: GivenVersions,
): [Version, Version] {
  const named = (name: string, commit: string | null | undefined) =>
    repository && commit ? commitVersion(repository, commit, name) : versionNamed(name, cwd, repository);
  const working = () => {
    if (taken) return taken.version;
    if (repository)
      return workingTree(repository, isWrittenBy(output === undefined ? {} : { output }, repository.root));
    throw new UserError("There is no git repository here: name two folders, or run this in a repository.");
  };
  if (patched) return [working(), patched];
  return [named(old, commits[0]), now === undefined ? working() : named(now, commits[1])];
}
