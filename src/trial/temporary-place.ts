import { accessSync, constants, readFileSync, realpathSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { reasonOf } from "../core/reason.ts";
import { UserError } from "../core/user-error.ts";

const memoryFolder = "/dev/shm";
/** With less free space, a test's own files might not fit. */
const minFreeBytes = 2 * 2 ** 30;

/**
 * The folder for the tests' own folders: in memory if there is enough of it, since every test creates and removes files;
 * otherwise on disk. TMPDIR overrides this. It is a real path: tests compare paths, and on macOS the temporary folder is
 * a symbolic link.
 */
export function temporaryPlace(): string {
  if (process.env.TMPDIR === undefined && isSuitable(memoryFolder)) return memoryFolder;
  const place = tmpdir();
  try {
    accessSync(`${place}/.`, constants.W_OK | constants.X_OK);
    return realpathSync(place);
  } catch (error) {
    throw new UserError(
      `Cannot make folders for the tests in ${place}: ${reasonOf(error)}. Set TMPDIR to a folder you can write to.`,
    );
  }
}

function isSuitable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= minFreeBytes && mayExecute(folder);
  } catch {
    return false;
  }
}

/** Candidates may be programs, so they must not lie on a file system mounted noexec. */
function mayExecute(folder: string): boolean {
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .findLast((line) => line.split(" ")[1] === folder);
  return mount?.split(" ")[2] === "tmpfs" && !mount.split(" ")[3]!.split(",").includes("noexec");
}
