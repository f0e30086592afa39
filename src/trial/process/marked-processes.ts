import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills the test processes of a supervisor that was itself killed. They are recognised by its mark in their environment;
 * without /proc they cannot be found.
 */
export function killMarked(supervisor: number): void {
  const mark = new RegExp(`(?:^|\\0)CULPRIT_TRIAL=(?:[^\\0]*:)?${supervisor}\\.\\d+(?:[:\\0]|$)`);
  // A process may fork while we look, so repeat until none is left.
  for (let round = 0; round < 20; round++) {
    const marked = processes().filter((pid) => mark.test(environmentOf(pid)));
    if (marked.length === 0) return;
    for (const pid of marked) kill(pid);
  }
}

function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return ""; // gone, or another user's
  }
}

function kill(pid: string): void {
  try {
    process.kill(Number(pid), "SIGKILL");
  } catch {} // gone already
}
