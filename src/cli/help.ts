import type { CommandHelp, Option } from "../application/words.ts";
import type { Command } from "./command.ts";

/** The page that `culprit --help` prints. */
export function overview(commands: readonly CommandHelp[], version: string): string {
  const rows = commands.map(({ name, about }) => `  ${name.padEnd(13)}${about}`);
  return [
    `culprit ${version}: why does it fail? Finds the cause by experiment.`,
    "",
    "Usage: culprit COMMAND … -- TEST…",
    "",
    "TEST is a program with its arguments that exits 0 when all is well; {} in it stands for the candidate.",
    "",
    ...rows,
    "",
    "culprit COMMAND --help shows a command's options, with an example.",
    "",
    `Exit: ${exitCodes.map(({ code, meaning }) => `${code} ${meaning}`).join(", ")}.`,
    "",
  ].join("\n");
}

export function commandHelp({ usage, about, options, example }: CommandHelp): string {
  return [
    `Usage: ${usage}`,
    "",
    `${about[0]!.toUpperCase()}${about.slice(1)}.`,
    "",
    ...options.map(optionRow),
    "",
    example,
    "",
  ].join("\n");
}

const column = 24;
const maxWidth = 100;

function optionRow({ name, value, about }: Option): string {
  const option = `  --${name}${value === undefined ? "" : ` ${value}`}`;
  const indent = " ".repeat(column);
  const lines = wrap(about, maxWidth - column).join(`\n${indent}`);
  return option.length < column ? option.padEnd(column) + lines : `${option}\n${indent}${lines}`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The help of all commands as a page of the documentation. */
export function commandsPage(commands: readonly Command[]): string {
  const section = (command: CommandHelp) =>
    `## ${command.name}\n\n\`\`\`text\n${commandHelp(command).trimEnd()}\n\`\`\`\n`;
  const opening =
    "<!-- Made from src/cli/commands.ts: UPDATE_DOCS=1 npx vitest run test/docs.test.ts rewrites it. -->\n\n# Commands\n";
  return [
    opening,
    ...commands.flatMap((command) => [command, ...(command.actions ?? [])]).map(section),
    exitCodeTable(),
  ].join("\n");
}

interface ExitCode {
  readonly code: number;
  readonly meaning: string;
  /** What the documentation says, where there is more to say. */
  readonly details?: string;
}

export const exitCodes: readonly ExitCode[] = [
  {
    code: 0,
    meaning: "a cause was found",
    details: "a cause was found, or the budget ended after the search had narrowed it down",
  },
  { code: 1, meaning: "none", details: "no cause was found, or the system refused something, such as disk space" },
  { code: 2, meaning: "wrong usage" },
  { code: 70, meaning: "internal error" },
  {
    code: 75,
    meaning: "try again later (CI)",
    details:
      "`culprit ci` only: the failure does not come back on this machine, and nobody is to blame; or another process makes this search",
  },
  { code: 130, meaning: "interrupted", details: "interrupted (SIGINT); the best result so far is written" },
  { code: 143, meaning: "terminated", details: "terminated (SIGTERM); the best result so far is written" },
];

function exitCodeTable(): string {
  const rows = exitCodes.map(({ code, meaning, details = meaning }) => `| ${code} | ${details} |`);
  return ["## Exit codes", "", "| code | meaning |", "|---|---|", ...rows, ""].join("\n");
}
