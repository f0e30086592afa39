import { lstatSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { overlayObstacle } from "../../trial/isolation/overlays.ts";
import { isWithin, type Link } from "./links.ts";

/**
 * The folders outside of the user's to which links in it lead: through them a test could write to what is not its own. Only
 * those that can get an overlay; a folder around the user's own cannot.
 */
export function linkedFolders(home: string, links: readonly Link[]): string[] {
  const targets = new Set(links.map(({ path, target }) => resolve(home, dirname(path), target)));
  return outermost([...targets].flatMap((target) => coverable(home, target) ?? []));
}

/** Without those that are in another one. */
export function outermost(folders: readonly string[]): string[] {
  const sorted = [...new Set(folders)].sort();
  return sorted.filter((folder) => !sorted.some((other) => other !== folder && isWithin(other, folder)));
}

function coverable(home: string, target: string): string | undefined {
  const folder = realFolder(target);
  if (folder === undefined || isWithin(home, folder) || isWithin(folder, home)) return undefined;
  return overlayObstacle(folder) === undefined ? folder : undefined;
}

function realFolder(path: string): string | undefined {
  try {
    const target = realpathSync(path);
    return lstatSync(target).isDirectory() ? target : undefined;
  } catch {
    return undefined; // it leads nowhere
  }
}
