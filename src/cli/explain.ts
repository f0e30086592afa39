import { UserError } from "../core/user-error.ts";
import { StartError, SupervisorError } from "../trial/supervisor.ts";

/** Says what went wrong. What the user can mend has a message of its own; everything else is our fault. */
export function explain(error: unknown): number {
  if (isMendable(error)) {
    process.stderr.write(`culprit: ${error.message}\n`);
    return error instanceof UserError ? error.exitCode : 2;
  }
  const system = error as NodeJS.ErrnoException;
  if (typeof system.code === "string" && system.syscall !== undefined) {
    process.stderr.write(`culprit: ${refusal(system)}\n`);
    return 1;
  }
  process.stderr.write(`culprit: a fault of its own. Please report it, with the newest folder in .culprit/runs.\n`);
  process.stderr.write(`${(error as Error).stack ?? error}\n`);
  return 70;
}

/** Whether the command has to be given differently: nothing was learned from it that could be gone on with. */
export function isMendable(error: unknown): error is Error {
  return error instanceof UserError || error instanceof StartError || error instanceof SupervisorError;
}

/** What the system refused, of what, and what to do about it. */
function refusal(error: NodeJS.ErrnoException): string {
  if (error.syscall === "uv_cwd") return "The folder you stand in is not there any more. Go to another one.";
  const path = error.path === undefined || error.message.includes(error.path) ? "" : ` (${error.path})`;
  return [`${error.message}${path}.`, remedies[error.code!]].filter((part) => part !== undefined).join(" ");
}

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: "Make room, then go on with: culprit resume last",
  EDQUOT: "Make room, then go on with: culprit resume last",
  EACCES: "Give yourself the right to it, then go on with: culprit resume last",
  EMFILE: "Raise the limit of open files (ulimit -n), or run fewer tests at once with --jobs.",
};
