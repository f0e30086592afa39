import { dirname, join } from "node:path";
import { lstatIfThere } from "./stat-if-there.ts";

/**
 * Whether one of the folders that lead from a root to a path is a link, or no folder at all. Then the path is not in the
 * root: to write there would change files of somebody else. Folders that are missing are no obstacle.
 */
export function isBehindLink(root: string, path: string): boolean {
  return behindLinkIn(root)(path);
}

/** The same for many paths: each folder is looked at only once. */
export function behindLinkIn(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>([
    [".", false],
    ["/", false],
  ]);
  const leadsOut = (folder: string): boolean => {
    // From the top down: the system would follow a link above this folder.
    const does = known.get(folder) ?? (leadsOut(dirname(folder)) || isNoFolder(join(root, folder)));
    known.set(folder, does);
    return does;
  };
  return (path) => leadsOut(dirname(path));
}

function isNoFolder(path: string): boolean {
  return lstatIfThere(path)?.isDirectory() === false;
}
