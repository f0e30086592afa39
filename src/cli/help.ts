import type { CommandHelp, Option } from "../application/words.ts";

/** The page that `culprit --help` prints. */
export function overview(commands: readonly CommandHelp[], version: string): string {
  const rows = commands.map(({ name, about }) => `  ${name.padEnd(10)}${about}`);
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
    "Exit: 0 a cause was found, 1 none, 2 wrong usage, 70 internal error, 130 interrupted, 143 terminated.",
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

function optionRow({ name, value, about }: Option): string {
  const option = `  --${name}${value === undefined ? "" : ` ${value}`}`;
  return option.length < column ? option.padEnd(column) + about : `${option}\n${" ".repeat(column)}${about}`;
}

/** The same as a page of the documentation. */
export function commandsPage(commands: readonly CommandHelp[]): string {
  const section = (command: CommandHelp) =>
    `## ${command.name}\n\n\`\`\`text\n${commandHelp(command).trimEnd()}\n\`\`\`\n`;
  const opening =
    "<!-- Made from src/cli/commands.ts: UPDATE_DOCS=1 npx vitest run test/docs rewrites it. -->\n\n# Commands\n";
  return [opening, ...commands.map(section)].join("\n");
}
