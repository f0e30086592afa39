import type { Changes } from "../../world/changes.ts";
import { isLockfile } from "../../world/lockfiles.ts";

/** Where other packages belong to a version than lie here, its test may say something else than it seems. */
export function lockfileNotes({ changes }: Changes): string[] {
  const paths = new Set(changes.flatMap(({ oldPath, newPath }) => [oldPath ?? newPath!, newPath ?? oldPath!]));
  const differing = [...paths].filter((path) => isLockfile(path));
  if (differing.length === 0) return [];
  return [
    `${differing.join(" and ")} differs, but every test has the packages that are installed here: culprit packages finds out ` +
      "which upgrade is to blame, --build 'npm ci' installs what each candidate asks for.",
  ];
}
