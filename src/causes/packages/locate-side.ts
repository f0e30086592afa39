import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { Repository } from "../../world/git/repository.ts";
import { filesAt, type Project, projectFolder } from "../../world/packages/package-list.ts";
import { commitVersion } from "../../world/tree/commit-version.ts";
import { folderVersion, workingTree } from "../../world/tree/folder-version.ts";
import { foldersOfVersion, foldersOnDisk, type ListFolders } from "../../world/tree/list-folders.ts";

/** Where the lockfile of one side is. */
export interface LocatedSide {
  /** For people. */
  readonly name: string;
  /** The lockfile that the user named; undefined: the one in a folder or revision. */
  readonly file?: string;
  /** A file of the side, by its path from the lockfile on. */
  readonly read: (path: string) => Uint8Array | undefined;
  readonly listFolders: ListFolders;
  /** The project of a folder or a revision. */
  readonly project?: Project;
}

export interface LocatedSides {
  readonly old: LocatedSide;
  readonly new: LocatedSide;
  /** The project to test. */
  readonly project: Project;
}

/** Where the user runs the command. */
interface UserPlace {
  readonly cwd: string;
  readonly repository: Repository | undefined;
  /** The project's folder. */
  readonly folder: string;
}

/** Finds what the user named. */
export function locateSides(request: {
  readonly old: string;
  readonly new?: string;
  readonly cwd: string;
}): LocatedSides {
  const { cwd } = request;
  const repository = Repository.containing(cwd);
  const place = { cwd, repository, folder: projectFolder(cwd, repository) };
  const old = locate(request.old, place);
  if (request.new === undefined)
    return { old, new: { name: "the working tree", ...folderAt(place.folder) }, project: projectHere(place) };
  const now = locate(request.new, place);
  return { old, new: now, project: now.project ?? projectHere(place) };
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

function locate(named: string, { cwd, repository, folder }: UserPlace): LocatedSide {
  const path = resolve(cwd, named);
  const there = existsSync(path) ? statSync(path) : undefined;
  if (there?.isFile()) return { name: named, file: basename(path), ...folderAt(dirname(path)) };
  const commit = repository?.resolveCommit(named);
  if (commit && !(there?.isDirectory() && /[/.]/.test(named))) {
    const version = commitVersion(repository!, commit, named);
    const inside = relative(repository!.root, folder);
    const read = (file: string) => version.items.get(join(inside, file))?.bytes();
    const foldersIn = foldersOfVersion(version);
    const listFolders = (at: string) => foldersIn(join(inside, at));
    return { name: version.name, read, listFolders, project: { version, inside, home: repository!.root } };
  }
  if (there?.isDirectory()) {
    const home = relative(path, cwd).startsWith("..") ? undefined : path;
    return { name: named, ...folderAt(path), project: { version: folderVersion(path, named), inside: "", home } };
  }
  const revision = repository ? ", nor a revision of the repository here" : ", and there is no git repository here";
  throw new UserError(`${named} is neither a lockfile nor a folder${revision}.`);
}

function folderAt(folder: string): Pick<LocatedSide, "read" | "listFolders"> {
  return { read: filesAt(folder), listFolders: foldersOnDisk(folder) };
}
