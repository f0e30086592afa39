import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills the processes of tests that a supervisor has started and cannot end any more, because it was killed itself. They
 * bear its mark in their environment. Where there is no /proc they are out of reach.
 */
export function killMarked(supervisor: number): void {
  const mark = new RegExp(`(?:^|\\0)CULPRIT_TRIAL=(?:[^\\0]*:)?${supervisor}\\.\\d+(?:[:\\0]|$)`);
  // A process may fork while we look: look again until none is left.
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
