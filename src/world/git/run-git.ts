import { type ExecFileSyncOptionsWithBufferEncoding, execFileSync } from "node:child_process";

/** Signals that a terminal or a shell sends to all processes of a job. */
const sharedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs git and returns its output. A Ctrl-C that kills git reaches this process too, which ends in its own time; so git is
 * run again, several times if the user is impatient.
 */
export function runGit(words: readonly string[], options: ExecFileSyncOptionsWithBufferEncoding, again = 3): Buffer {
  try {
    return execFileSync("git", words, { stdio: ["pipe", "pipe", "pipe"], maxBuffer: 2 ** 31 - 1, ...options });
  } catch (error) {
    const { signal, stderr } = error as { signal?: string; stderr?: Buffer | null };
    if (again > 0 && sharedSignals.includes(signal ?? "")) return runGit(words, options, again - 1);
    const printed = /^.*(?:no space left on device|out of diskspace|disk quota exceeded).*$/im.exec(`${stderr ?? ""}`);
    throw printed === null ? error : new DiskFullError(printed[0]);
  }
}

/** The error that the system would have given us, had we written instead of git: the user can do something about it. */
export class DiskFullError extends Error {
  readonly code: string;
  readonly syscall = "write";

  constructor(printed: string) {
    super(`git: ${printed.replace(/^(?:fatal|error): /, "")}`);
    this.code = /quota/i.test(printed) ? "EDQUOT" : "ENOSPC";
  }
}
