import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { Repository } from "../../world/git/repository.ts";
import {
  filesAt,
  type PackageSide,
  type PackageSides,
  type Project,
  projectFolder,
  sideIn,
  sideOfFile,
  sideOfVersion,
} from "../../world/packages/package-list.ts";
import { commitVersion } from "../../world/tree/commit-version.ts";
import { folderVersion, workingTree } from "../../world/tree/folder-version.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import { itemAt } from "../../world/tree/item-at.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import type { PackagesRequest } from "./request.ts";
import { testInProject } from "./test-in-project.ts";

/** Reads the lockfiles of both sides, and the project to test. */
export function readSides(request: Pick<PackagesRequest, "old" | "new" | "cwd">): PackageSides {
  const { cwd } = request;
  const repository = Repository.containing(cwd);
  const place = { cwd, repository, folder: projectFolder(cwd, repository) };
  const old = sideNamed(request.old, place);
  if (request.new === undefined) {
    return { old: old.side, new: sideIn(filesAt(place.folder), "the working tree"), project: projectHere(place) };
  }
  const now = sideNamed(request.new, place);
  return { old: old.side, new: now.side, project: now.project ?? projectHere(place) };
}

/** The project's files in every candidate: with the user's copy of what the test names, without our own result. */
export function projectTree({ home, version }: Project, { test, cwd, good }: PackagesRequest): Tree {
  if (home === undefined) return { base: version, placed: [] };
  const { own } = testInProject(test, cwd, home);
  const placed = own.map((path) => ({ path, item: itemAt(join(home, path)) }));
  return {
    base: version,
    placed: good === undefined ? placed : [...placed, { path: relative(home, good), item: undefined }],
  };
}

/** Hashes of all that the outcomes depend on besides the test. */
export function inputHashes(request: PackagesRequest, { old, new: now, project }: PackageSides): string[] {
  return [contentHash(old.text), contentHash(now.text), treeHash(projectTree(project, request))];
}

/** Where the user runs the command. */
interface UserPlace {
  readonly cwd: string;
  readonly repository: Repository | undefined;
  /** The project's folder. */
  readonly folder: string;
}

function projectHere({ repository, folder }: UserPlace): Project {
  const alone = () => ({ version: folderVersion(folder, folder), inside: "", home: folder });
  if (!repository) return alone();
  const version = workingTree(repository);
  const inside = relative(repository.root, folder);
  // A folder that git ignores does not belong to the repository around it.
  const isKnown = [...version.items.keys()].some((path) => inside === "" || path.startsWith(`${inside}/`));
  return isKnown ? { version, inside, home: repository.root } : alone();
}

/** The lockfile that the user named; for a folder or a revision, with its project. */
function sideNamed(named: string, place: UserPlace): { readonly side: PackageSide; readonly project?: Project } {
  const { cwd, repository, folder } = place;
  const path = resolve(cwd, named);
  const there = existsSync(path) ? statSync(path) : undefined;
  if (there?.isFile()) return { side: sideOfFile(path, named) };
  const commit = repository?.resolveCommit(named);
  if (commit && !(there?.isDirectory() && /[/.]/.test(named))) {
    const version = commitVersion(repository!, commit, named);
    const inside = relative(repository!.root, folder);
    return { side: sideOfVersion(version, inside), project: { version, inside, home: repository!.root } };
  }
  if (there?.isDirectory()) {
    const home = relative(path, cwd).startsWith("..") ? undefined : path;
    return { side: sideIn(filesAt(path), named), project: { version: folderVersion(path, named), inside: "", home } };
  }
  const revision = repository ? ", nor a revision of the repository here" : ", and there is no git repository here";
  throw new UserError(`${named} is neither a lockfile nor a folder${revision}.`);
}
