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
export function sharedMemory(): (room: string) => string {
  const run = `culprit-clock-${randomBytes(8).toString("hex")}`;
  let isWatched = false;
  return (room) => {
    if (!isWatched) removeAtEnd(run, dirname(room));
    isWatched = true;
    const name = `${run}-${basename(room)}`;
    replace(`/dev/shm/sem.${name}`, unlockedSemaphore);
    replace(`/dev/shm/${name}`, Buffer.alloc(4096));
    return `/${name} /${name}`;
  };
}

/** The memory of a semaphore of the C library, which is 1. */
const unlockedSemaphore = Buffer.alloc(32);
unlockedSemaphore.writeUInt32LE(1);

function replace(path: string, content: Buffer): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode: 0o600 });
}

/**
 * Starts a process that removes them when this process has ended, however it ends, and the tests' folder is gone, and the
 * tests with it: one that is still running would create its own.
 */
function removeAtEnd(run: string, testsFolder: string): void {
  const script =
    'cat; for i in $(seq 100); do [ -d "$2" ] || break; sleep 0.1; done; rm -f /dev/shm/"$1"-* /dev/shm/sem."$1"-*';
  const words = ["-c", script, "sh", run, testsFolder];
  const remover = spawn("sh", words, { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  remover.unref();
  (remover.stdin as Socket).unref();
}
