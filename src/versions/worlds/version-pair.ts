import { join, relative } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { Repository } from "../../world/git/repository.ts";
import {
  commitVersion,
  folderVersion,
  itemAt,
  type Version,
  versionNamed,
  workingTree,
} from "../../world/tree/version.ts";
import type { VersionsRequest } from "../request.ts";
import { experimentIn } from "./experiment.ts";
import { isInPackages, packagesIn, providedBy } from "./provided-folders.ts";
import { type TreePackages, type TreeWorlds, treeWorlds } from "./tree-worlds.ts";
import { keptFiles, testInTree } from "./user-files.ts";

/** The two versions that a run compares, and how the candidates between them become worlds. */
export interface VersionPair extends TreeWorlds {
  readonly repository: Repository | undefined;
  readonly old: Version;
  readonly new: Version;
  /** The user's folder that holds the tree; undefined if the user is not in it. */
  readonly home: string | undefined;
  /** What the user should know about how the test was adapted. */
  readonly notes: readonly string[];
  /** The same pair with these packages in every candidate. */
  readonly withPackages: (packages: TreePackages) => VersionPair;
}

/** `patchedFolder` holds the working tree with the user's patch, if that is the version that fails. */
export function readVersionPair(request: VersionsRequest, patchedFolder?: string): VersionPair {
  const { cwd, fresh } = request;
  const repository = Repository.containing(cwd);
  const [old, now] = versionsOf(request, repository, patchedFolder);
  const home =
    repository && [old, now].some(({ commit, name }) => commit || name === workingTreeName)
      ? repository.root
      : undefined;
  const provided = home === undefined ? packagesIn(now.root ?? old.root) : providedBy(repository!);
  const isInstalled = (path: string) => isInPackages(provided, path);
  const { words, pinned, notes } = testInTree(request, { home, repository, isInstalled });
  const kept = keptFiles(request, home, now);
  const test = { request, words, place: home === undefined ? "" : relative(home, cwd) };
  const worlds = treeWorlds({
    fresh,
    own: new Map([...kept, ...pinned].map((path) => [path, itemAt(join(home!, path))])),
    provided,
    experiment: (folder) => experimentIn(folder, test),
  });
  const common = { repository, old, new: now, home, notes };
  const withPackages = (packages: TreePackages): VersionPair => ({ ...common, ...worlds(packages), withPackages });
  return { ...common, ...worlds(), withPackages };
}

const workingTreeName = "the working tree";

function versionsOf(
  { cwd, old, new: now, commits = [] }: VersionsRequest,
  repository: Repository | undefined,
  patchedFolder: string | undefined,
): [Version, Version] {
  const named = (name: string, commit: string | null | undefined) =>
    repository && commit ? commitVersion(repository, commit, name) : versionNamed(name, cwd, repository);
  const working = () => {
    if (repository) return workingTree(repository);
    throw new UserError("There is no git repository here: name two folders, or go to a repository.");
  };
  if (patchedFolder !== undefined) return [working(), folderVersion(patchedFolder, "the tree with the patch")];
  return [named(old, commits[0]), now === undefined ? working() : named(now, commits[1])];
}
