import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { basename, dirname } from "node:path";

/**
 * What libfaketime needs in /dev/shm: a semaphore and a page. It would create both itself, named after a process, and leave
 * them there when that process is killed; given FAKETIME_SHARED, it creates none. Each test gets new ones, since a killed
 * test may have left its semaphore locked.
 */
export function sharedMemory(): (keptFolder: string) => string {
  const run = `culprit-clock-${randomBytes(8).toString("hex")}`;
  let isWatched = false;
  return (keptFolder) => {
    if (!isWatched) removeAtEnd(run, dirname(keptFolder));
    isWatched = true;
    const name = `${run}-${basename(keptFolder)}`;
    replace(`/dev/shm/sem.${name}`, unlockedSemaphore);
    replace(`/dev/shm/${name}`, Buffer.alloc(4096));
    return `/${name} /${name}`;
  };
}

/** A glibc semaphore with the value 1. */
const unlockedSemaphore = Buffer.alloc(32);
unlockedSemaphore.writeUInt32LE(1);

function replace(path: string, content: Buffer): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode: 0o600 });
}

/** Removes them once this process has exited and the tests' folder is gone; a test still running would recreate them. */
function removeAtEnd(run: string, testsFolder: string): void {
  const script =
    'cat; for i in $(seq 100); do [ -d "$2" ] || break; sleep 0.1; done; rm -f /dev/shm/"$1"-* /dev/shm/sem."$1"-*';
  const words = ["-c", script, "sh", run, testsFolder];
  const remover = spawn("sh", words, { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  remover.unref();
  (remover.stdin as Socket).unref();
}
