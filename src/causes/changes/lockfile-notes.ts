import { basename, dirname } from "node:path";
import { installedPackagesNotes, sayDiffer } from "../../versions/packages/installed-packages-note.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import { hasToBeInstalled } from "../../world/packages/lockfile-names.ts";
import { lockfiles } from "../../world/packages/package-list.ts";
import type { DifferingPackages } from "./version-packages.ts";

/** What the user should know if the lockfiles differ, and every candidate has the packages installed here, if there may be any. */
export function lockfileNotes(changes: Changes, isInstalled: (lockfile: string) => boolean): string[] {
  return installedPackagesNotes(differingLockfiles(changes), isInstalled);
}

/**
 * What the user should know if each version is tested with the packages of one project. Other projects have those
 * installed here.
 */
export function ownPackagesNotes(
  changes: Changes,
  { lockfiles: own, installer }: Pick<DifferingPackages, "lockfiles" | "installer">,
): string[] {
  return [
    `${sayDiffer(own)}: each version is tested with its own packages, to see first whether the cause is in the files or the ` +
      `packages. culprit packages looks at the packages alone, --build '${installer}' installs what each candidate asks for.`,
    ...installedPackagesNotes(differingLockfiles(changes).filter((path) => !own.includes(path))),
  ];
}

/** npm's lockfiles in the folder of a project that differ between two versions. */
export function lockfilesIn(inside: string, changes: Changes): string[] {
  const isNpms = (path: string) => lockfiles.includes(basename(path)) && dirname(path) === (inside || ".");
  return differingLockfiles(changes).filter(isNpms);
}

/** The lockfiles that differ between two versions, and say what has to be installed before a test. */
export function differingLockfiles({ paths }: Changes): string[] {
  return paths.filter(hasToBeInstalled);
}
