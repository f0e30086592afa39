import { type ChildProcess, spawn } from "node:child_process";

/** `read` fails when the pipe is closed, and the system closes it when the process at its other end is gone. */
const script = 'read -r word || kill -KILL "$1"';

/** Kills a process as soon as this one is gone, for whatever reason. Kill the watchdog when the process has ended by itself. */
export function startWatchdog({ pid }: ChildProcess): ChildProcess | undefined {
  if (pid === undefined) return undefined;
  const watchdog = spawn("sh", ["-c", script, "sh", String(pid)], { stdio: ["pipe", "ignore", "ignore"] });
  // Without a shell there is no watchdog.
  watchdog.on("error", () => {});
  watchdog.unref();
  return watchdog;
}
