import { dirname } from "node:path";
import { packagesOfHere } from "../../versions/packages/installed-packages-note.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import { isLockfile } from "../../world/packages/lockfile-names.ts";

/** The lockfiles that differ between two versions. */
function differingLockfiles({ changes }: Changes): string[] {
  const paths = new Set(changes.flatMap(({ oldPath, newPath }) => [oldPath ?? newPath!, newPath ?? oldPath!]));
  return [...paths].filter((path) => isLockfile(path));
}

/** That the packages are those of here, where the versions have others. */
export function lockfileNotes(changes: Changes): string[] {
  return packagesOfHere(differingLockfiles(changes));
}

/** The lockfiles that differ in the folder of a project. */
export function lockfilesIn(inside: string, changes: Changes): string[] {
  return differingLockfiles(changes).filter((path) => dirname(path) === (inside || "."));
}

/** That each version is tested with the packages of a project; those of other projects are as they lie here. */
export function ownPackagesNotes(changes: Changes, inside: string): string[] {
  const own = lockfilesIn(inside, changes);
  return [
    `${own.join(" and ")} differs: each version is tested with its own packages, to see first whether the cause is in the files or the ` +
      "packages. culprit packages looks at the packages alone, --build 'npm ci' installs what each candidate asks for.",
    ...packagesOfHere(differingLockfiles(changes).filter((path) => !own.includes(path))),
  ];
}
