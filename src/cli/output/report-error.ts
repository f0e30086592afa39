import { maskSecrets } from "../../core/mask-secrets.ts";
import { UserError } from "../../core/user-error.ts";
import { StartError, SupervisorError } from "../../trial/process/supervisor.ts";

/** Prints what went wrong and returns the exit code. What the user can fix has a message of its own; the rest is our fault. */
export function reportError(error: unknown): number {
  if (isUserMistake(error)) {
    process.stderr.write(`culprit: ${maskSecrets(error.message, process.env)}\n`);
    return error instanceof UserError ? error.exitCode : 2;
  }
  const system = error as NodeJS.ErrnoException;
  if (typeof system.code === "string" && system.syscall !== undefined) {
    process.stderr.write(`culprit: ${systemMessage(system)}\n`);
    return 1;
  }
  process.stderr.write(`culprit: internal error. Please report it, with the newest folder in .culprit/runs.\n`);
  process.stderr.write(`${(error as Error).stack ?? error}\n`);
  return 70;
}

/** Whether the user has to change the command: then there is nothing to resume. */
export function isUserMistake(error: unknown): error is Error {
  return error instanceof UserError || error instanceof StartError || error instanceof SupervisorError;
}

/** What the system refused, and what to do about it. */
function systemMessage(error: NodeJS.ErrnoException): string {
  if (error.syscall === "uv_cwd") return "The current folder no longer exists. Go to another one.";
  const path = error.path === undefined || error.message.includes(error.path) ? "" : ` (${error.path})`;
  return [`${error.message}${path}.`, remedies[error.code!]].filter((part) => part !== undefined).join(" ");
}

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: "Free some space, then go on with: culprit resume last",
  EDQUOT: "Free some space, then go on with: culprit resume last",
  EACCES: "Get access to it, then go on with: culprit resume last",
  EMFILE: "Raise the limit on open files (ulimit -n), or run fewer tests at once with --jobs.",
};
