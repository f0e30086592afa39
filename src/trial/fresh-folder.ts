import { chmodSync, mkdirSync, readdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { lstatIfThere } from "../world/files/stat-if-there.ts";

/**
 * Makes an empty folder at this path, whatever a test left there. The folder itself is kept if possible: on some disks
 * removing one takes longer than a test.
 */
export function freshFolder(path: string): void {
  const there = lstatIfThere(path);
  if (there?.isDirectory() && (there.mode & 0o777) === mode) {
    emptyFolder(path);
    return;
  }
  // A test may have replaced the folder with a link; its target is not ours to empty.
  if (there?.isDirectory()) removeFolder(path);
  else if (there) unlinkSync(path);
  mkdirSync(path, { mode });
}

const mode = 0o700;

function emptyFolder(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) removeFolder(inside);
    else unlinkSync(inside);
  }
}

/** Removes a folder, even if a test has taken away permissions inside it. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The test has made folders inaccessible, even to itself.
    for (const folder of [path, ...foldersIn(path)]) chmodSync(folder, mode);
    rmSync(path, { recursive: true, force: true });
  }
}

/** All folders below; each is made accessible before it is listed. */
function* foldersIn(path: string): Generator<string> {
  chmodSync(path, mode);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    yield join(path, entry.name);
    yield* foldersIn(join(path, entry.name));
  }
}
