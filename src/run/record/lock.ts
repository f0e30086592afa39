import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Locks something for this process by creating a file; false if another process has it. */
export function takeLock(path: string): boolean {
  while (!create(path)) {
    if (holderOf(path) !== undefined) return false;
    removeDead(path);
  }
  return true;
}

/**
 * Creates a lock with its content in one step: a lock that another process could see while it is still empty would look
 * like one whose process was killed. False if there is one.
 */
function create(path: string): boolean {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${process.pid} ${startOf(process.pid)}`);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a lock whose process was killed. One process at a time: the next might remove the lock that replaced it. */
function removeDead(path: string): void {
  const removal = `${path}.removal`;
  if (!create(removal)) {
    if (isDead(removal)) rmSync(removal, { force: true });
    return;
  }
  try {
    if (isDead(path)) rmSync(path, { force: true });
  } finally {
    rmSync(removal, { force: true });
  }
}

/** The process that has the lock, if it is alive. */
export function holderOf(path: string): number | undefined {
  const content = read(path);
  return content === undefined ? undefined : living(content);
}

function isDead(path: string): boolean {
  const content = read(path);
  return content !== undefined && living(content) === undefined;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The process that a lock names, if it is alive. */
function living(content: string): number | undefined {
  const [pid, start] = content.split(" ");
  const id = Number(pid);
  return isAlive(id) && !hasEnded(id) && startOf(id) === start ? id : undefined;
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
  return statusOf(pid)[19] ?? "";
}

/** A process that was killed is there until its parent asks for it, in a container perhaps for ever. */
function hasEnded(pid: number): boolean {
  return /^[ZX]$/.test(statusOf(pid)[0] ?? "");
}

/** What Linux says of a process, from its state on; empty on other systems. */
function statusOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name is before that, and may contain anything.
    return text.slice(text.lastIndexOf(") ") + 2).split(" ");
  } catch {
    return [];
  }
}
