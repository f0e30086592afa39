import { type ChildProcess, spawn } from "node:child_process";

/**
 * `read` fails when the pipe is closed, and the system closes it when the process at its other end is gone. What a debugger started
 * may be in a process group of its own, and would outlive the debugger.
 */
const script =
  'read -r word || [ "$1" = 0 ] || { children=$(cat "/proc/$1/task/"*/children 2>/dev/null); kill -KILL "$1" $children; } 2>/dev/null';

export interface Watchdog {
  /** Kills the process and its children now. */
  killNow(): void;
  /** Called when all have ended. */
  stop(): void;
}

/**
 * Kills a process and its children as soon as this process is gone, for whatever reason. In a session of its own: it has to outlive
 * a signal to the whole process group.
 */
export function startWatchdog({ pid }: ChildProcess): Watchdog {
  const watchdog = spawn("sh", ["-c", script, "sh", String(pid ?? 0)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell there is no watchdog.
  watchdog.on("error", () => {});
  watchdog.unref();
  return { killNow: () => watchdog.stdin.destroy(), stop: () => watchdog.kill("SIGKILL") };
}
