import { accessSync, constants, readFileSync, realpathSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
/** Less than this and a test's own files might not fit. */
const roomEnough = 2 * 2 ** 30;

/**
 * Where the folders of tests are made: in memory where there is room for it, since every test makes files and removes
 * them; on disk otherwise. Whoever sets TMPDIR has the last word. The real path: tests compare paths, and macOS's
 * temporary folder is behind a link.
 */
export function temporaryPlace(): string {
  return process.env.TMPDIR === undefined && isFit(memory) ? memory : realpathSync(tmpdir());
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
