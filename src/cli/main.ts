#!/usr/bin/env node
import { UserError } from "../core/user-error.ts";
import { StartError, SupervisorError } from "../trial/supervisor.ts";
import { readWords } from "./command.ts";
import { commands } from "./commands.ts";
import { commandHelp, overview } from "./help.ts";
import { version } from "./version.ts";

for (const stream of [process.stdout, process.stderr]) stream.on("error", unheard);
process.on("uncaughtException", (error) => process.exit(explain(error)));
process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === "--version" || name === "-v") {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(overview(commands, version));
    return 0;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    const wrong = name === undefined ? "" : `There is no command ${name}.\n\n`;
    process.stderr.write(wrong + overview(commands, version));
    return 2;
  }
  const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (own.includes("--help") || own.includes("-h")) {
    process.stdout.write(commandHelp(command));
    return 0;
  }
  try {
    return await command.run(readWords(command, rest));
  } catch (error) {
    return explain(error);
  }
}

/** Says what went wrong. What the user can mend has a message of its own; everything else is our fault. */
function explain(error: unknown): number {
  if (error instanceof UserError) {
    process.stderr.write(`culprit: ${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof StartError || error instanceof SupervisorError) {
    process.stderr.write(`culprit: ${error.message}\n`);
    return 2;
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

/** Nobody reads what we print: no reason to lose a search. Its results are on disk, its exit code says how it ended. */
function unheard(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  process.exitCode = 1;
  // Where this cannot be printed either, there is nobody to tell.
  if (process.stderr.writable) process.stderr.write(`culprit: cannot print the finding: ${refusal(error)}\n`);
}
