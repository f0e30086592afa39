import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Makes a file that says that this process has something to itself; false if another one has. */
export function takeLock(path: string): boolean {
  const flag = "wx"; // of two that come at the same moment, only one can make the file
  for (;;) {
    try {
      writeFileSync(path, `${process.pid} ${startOf(process.pid)}`, { flag });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (holderOf(path) !== undefined) return false;
      rmSync(path, { force: true }); // its process was killed
    }
  }
}

/** The process that made the file, if it is alive. */
export function holderOf(path: string): number | undefined {
  try {
    const [pid, start] = readFileSync(path, "utf8").split(" ");
    return isAlive(Number(pid)) && startOf(Number(pid)) === start ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It may be another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, in the system's own words: a number may be given to another process later. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
