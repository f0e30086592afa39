import { type ExecFileSyncOptionsWithBufferEncoding, execFileSync } from "node:child_process";

/** What reaches all processes of a terminal or of a job. */
const sharedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * What git prints. A Ctrl-C that ends it reaches us too, and is for us to answer, in order: so it is run again, and again
 * for one who is impatient.
 */
export function runGit(words: readonly string[], options: ExecFileSyncOptionsWithBufferEncoding, again = 3): Buffer {
  try {
    return execFileSync("git", words, { stdio: ["pipe", "pipe", "pipe"], maxBuffer: 2 ** 31 - 1, ...options });
  } catch (error) {
    const { signal } = error as { signal?: string };
    if (again > 0 && sharedSignals.includes(signal ?? "")) return runGit(words, options, again - 1);
    throw error;
  }
}
