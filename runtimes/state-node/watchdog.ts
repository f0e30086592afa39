import { type ChildProcess, spawn } from "node:child_process";

/** The pipe is closed, without a word, when the one who holds its other end is gone. */
const script = 'read -r word || kill -KILL "$1"';

/** Ends a process as soon as this one is gone, however it went. To be killed when the process has ended by itself. */
export function watchdogFor({ pid }: ChildProcess): ChildProcess | undefined {
  if (pid === undefined) return undefined;
  const dog = spawn("sh", ["-c", script, "sh", String(pid)], { stdio: ["pipe", "ignore", "ignore"] });
  // Without a shell nobody watches.
  dog.on("error", () => {});
  dog.unref();
  return dog;
}
