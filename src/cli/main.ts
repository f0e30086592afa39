#!/usr/bin/env node
import { UserError } from "../core/user-error.ts";
import { StartError, SupervisorError } from "../trial/supervisor.ts";
import { readWords } from "./command.ts";
import { commands } from "./commands.ts";
import { commandHelp, overview } from "./help.ts";
import { version } from "./version.ts";

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
    const full = system.code === "ENOSPC" ? " Make room; culprit resume last goes on where it stopped." : "";
    process.stderr.write(`culprit: ${system.message}.${full}\n`);
    return 1;
  }
  process.stderr.write(`culprit: a fault of its own. Please report it, with the newest folder in .culprit/runs.\n`);
  process.stderr.write(`${(error as Error).stack ?? error}\n`);
  return 70;
}
