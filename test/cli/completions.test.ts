import { describe, expect, test } from "vitest";
import { loadAllCommands } from "../../src/cli/commands.ts";
import { bashCompletions } from "../../src/cli/completions/bash.ts";
import { completedCommand } from "../../src/cli/completions/completed-command.ts";
import { fishCompletions } from "../../src/cli/completions/fish.ts";
import { zshCompletions } from "../../src/cli/completions/zsh.ts";

const commands = (await loadAllCommands()).map(completedCommand);

describe.each([
  ["bash", bashCompletions(commands)],
  ["zsh", zshCompletions(commands)],
  ["fish", fishCompletions(commands)],
])("%s", (_, script) => {
  test.each([
    ["--reporter", "github gitlab sarif markdown json"],
    ["--kind", "native workers async"],
    ["--manager", "npm pnpm yarn bun uv pip poetry cargo go"],
    ["--search", "auto "],
    ["--color", "auto always never"],
    ["--by", "bytes "],
  ])("has the values of %s", (_, values) => {
    expect(script).toContain(values);
  });
});

test("doctor takes the name of a command, completions that of a shell", () => {
  const wordsOf = (name: string) => commands.find((command) => command.name === name)!.words;
  expect(wordsOf("doctor")).toEqual(commands.map(({ name }) => name));
  expect(wordsOf("completions")).toEqual(["bash", "zsh", "fish"]);
});
