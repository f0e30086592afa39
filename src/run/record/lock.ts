import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Locks something for this process by creating a file; false if another process has it. */
export function takeLock(path: string): boolean {
  const flag = "wx"; // of two processes at the same moment, only one can create the file
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

/** The process that has the lock, if it is alive. */
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

/** When a process started, as the system counts it: the same pid may belong to another process later. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
