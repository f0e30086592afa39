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
    throw diskFull(`${stderr ?? ""}`) ?? error;
  }
}

/** The same error as if we had written it: no fault of ours, and there is something to do about it. */
function diskFull(printed: string): NodeJS.ErrnoException | undefined {
  const line = printed.split("\n").find((each) => /no space left on device|disk quota exceeded/i.test(each));
  if (line === undefined) return undefined;
  const code = /quota/i.test(line) ? "EDQUOT" : "ENOSPC";
  return Object.assign(new Error(`git: ${line.replace(/^fatal: /, "")}`), { code, syscall: "write" });
}
