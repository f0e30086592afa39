import { expect, test } from "vitest";
import { loadAllCommands } from "../../src/cli/commands.ts";
import { commandHelp, overview } from "../../src/cli/help.ts";

const commands = await loadAllCommands();

test("the overview names every command, and what each exit code means", () => {
  const page = overview(commands, "1.2.3");
  for (const { name, about } of commands) expect(page).toContain(`  ${name.padEnd(13)}${about}\n`);
  expect(page).toContain(
    "Exit: 0 a cause was found, 1 none, 2 wrong usage, 70 internal error, 75 try again later (CI), 130 interrupted, 143 terminated.\n",
  );
});

test.each(commands.map((command) => [command.name, command] as const))(
  "the help of %s has its usage, its options and an example",
  (name, command) => {
    const page = commandHelp(command);
    expect(page).toContain(`Usage: culprit ${name}`);
    for (const option of command.options) expect(page).toContain(`  --${option.name}`);
    expect(command.options.map((option) => option.name)).toContain("help");
    expect(command.example).toContain(`culprit ${name}`);
  },
);
