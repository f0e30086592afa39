import { accessSync, constants, readFileSync, realpathSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { reasonOf } from "../core/reason.ts";
import { UserError } from "../core/user-error.ts";

const memory = "/dev/shm";
/** Less than this and a test's own files might not fit. */
const roomEnough = 2 * 2 ** 30;

/**
 * Where the folders of tests are made: in memory where there is room for it, since every test makes files and removes
 * them; on disk otherwise. Whoever sets TMPDIR has the last word. The real path: tests compare paths, and macOS's
 * temporary folder is behind a link.
 */
export function temporaryPlace(): string {
  if (process.env.TMPDIR === undefined && isFit(memory)) return memory;
  const place = tmpdir();
  try {
    accessSync(`${place}/.`, constants.W_OK | constants.X_OK);
    return realpathSync(place);
  } catch (error) {
    throw new UserError(
      `Cannot make folders for the tests in ${place}: ${reasonOf(error)}. Set TMPDIR to a folder where you may write.`,
    );
  }
}

function isFit(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= roomEnough && mayExecute(folder);
  } catch {
    return false;
  }
}

/** Candidates may be programs. */
function mayExecute(folder: string): boolean {
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .findLast((line) => line.split(" ")[1] === folder);
  return mount?.split(" ")[2] === "tmpfs" && !mount.split(" ")[3]!.split(",").includes("noexec");
}
