import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes an empty folder of this path, whatever a test has left there. The folder itself is kept where it can be: on some
 * disks removing one takes longer than a test.
 */
export function freshFolder(path: string): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() && (there.mode & 0o777) === mode) {
    emptyFolder(path);
    return;
  }
  // A test may have put a link in the folder's place: what it leads to is not ours.
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

/** Removes a folder, whatever a test has made of what is in it. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Folders that the test has closed to everyone, itself included.
    for (const folder of [path, ...foldersIn(path)]) chmodSync(folder, mode);
    rmSync(path, { recursive: true, force: true });
  }
}

/** All folders below, each opened before it is looked into. */
function* foldersIn(path: string): Generator<string> {
  chmodSync(path, mode);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    yield join(path, entry.name);
    yield* foldersIn(join(path, entry.name));
  }
}
