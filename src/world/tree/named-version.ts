import { existsSync, lstatSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { Repository } from "../git/repository.ts";
import { commitVersion } from "./commit-version.ts";
import { folderVersion } from "./folder-version.ts";
import type { Version } from "./version.ts";

/** The version that the user named: a folder, or a revision of the repository. */
export function versionNamed(named: string, cwd: string, repository: Repository | undefined): Version {
  const folder = resolve(cwd, named);
  const isFolder = existsSync(folder) && lstatSync(folder).isDirectory();
  const commit = repository?.resolveCommit(named);
  if (commit && isFolder && /[/.]/.test(named)) return folderVersion(folder, named);
  if (commit) return commitVersion(repository!, commit, named);
  if (isFolder) return folderVersion(folder, named);
  if (repository && repository.resolveCommit("HEAD") === undefined)
    throw new UserError(`The repository here has no commit yet, and ${named} is not a folder.`);
  throw new UserError(
    repository
      ? `${named} is neither a folder nor a revision of the repository here.${repository.shallowAdvice}`
      : `${named} is not a folder, and there is no git repository here.`,
  );
}
