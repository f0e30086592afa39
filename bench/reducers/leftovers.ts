import { readdirSync, readFileSync } from "node:fs";

/** Ends processes with that setting in their environment: a tool that is killed may leave workers and tests behind. */
export function endLeftovers(setting: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (!environmentOf(pid).includes(setting)) continue;
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}
