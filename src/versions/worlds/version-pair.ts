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
import { isAmongPackages, packagesIn, providedBy } from "./provided-folders.ts";
import { type Equipment, type Worlds, worldsWith } from "./tree-worlds.ts";
import { keptFiles, readTest } from "./user-files.ts";

/** The two versions, and what all candidates have in common. */
export interface Setting extends Worlds {
  readonly repository: Repository | undefined;
  readonly old: Version;
  readonly new: Version;
  /** Where the tree has its root for the user; undefined: he does not stand in it. */
  readonly home: string | undefined;
  /** What was read otherwise than written, and what is left out, to be told to the user. */
  readonly notes: readonly string[];
  /** The same with these packages in every candidate. */
  readonly equipped: (equipment: Equipment) => Setting;
}

export function settingOf(request: VersionsRequest, patched?: string): Setting {
  const { cwd, fresh } = request;
  const repository = Repository.containing(cwd);
  const [old, now] = versionsOf(request, repository, patched);
  const home =
    repository && [old, now].some(({ commit, name }) => commit || name === here) ? repository.root : undefined;
  const provided = home === undefined ? packagesIn(now.root ?? old.root) : providedBy(repository!);
  const isInstalled = (path: string) => isAmongPackages(provided, path);
  const { words, pinned, rewritten } = readTest(request, { home, repository, isInstalled });
  const kept = keptFiles(request, home, now);
  const trying = { request, words, place: home === undefined ? "" : relative(home, cwd) };
  const worlds = worldsWith({
    fresh,
    own: new Map([...kept, ...pinned].map((path) => [path, itemAt(join(home!, path))])),
    provided,
    experiment: (folder) => experimentIn(folder, trying),
  });
  const common = { repository, old, new: now, home, notes: rewritten };
  const equipped = (equipment: Equipment): Setting => ({ ...common, ...worlds(equipment), equipped });
  return { ...common, ...worlds(), equipped };
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
