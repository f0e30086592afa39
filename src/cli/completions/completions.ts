import { UserError } from "../../core/user-error.ts";
import type { Command } from "../command.ts";
import { bashCompletions } from "./bash.ts";
import { type CompletedCommand, completedCommand } from "./completed-command.ts";
import { fishCompletions } from "./fish.ts";
import { zshCompletions } from "./zsh.ts";

const shells: ReadonlyMap<string | undefined, (commands: readonly CompletedCommand[]) => string> = new Map([
  ["bash", bashCompletions],
  ["zsh", zshCompletions],
  ["fish", fishCompletions],
]);

/** `loadCommands` loads all commands, this one too. */
export const completionsCommand = (loadCommands: () => Promise<Command[]>): Command => ({
  name: "completions",
  usage: "culprit completions bash|zsh|fish",
  about: "print a script that completes commands and options in your shell",
  options: [{ name: "help", about: "show this" }],
  example: [
    "  source <(culprit completions bash)                                    in ~/.bashrc",
    "  source <(culprit completions zsh)                                     in ~/.zshrc, after compinit",
    "  culprit completions fish > ~/.config/fish/completions/culprit.fish",
  ].join("\n"),
  run: async ({ positionals }) => {
    const script = shells.get(positionals[0]);
    if (!script || positionals.length > 1) throw new UserError("Which shell? culprit completions bash, zsh or fish.");
    process.stdout.write(script((await loadCommands()).map(completedCommand)));
    return 0;
  },
});
