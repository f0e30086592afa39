import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { splitRunnerCommand } from "../test-runner.ts";
import { suiteRunners } from "./runners.ts";

/** Undefined: the words start no test runner that can be asked about its tests. */
export function suiteRunnerOf(words: readonly string[], cwd: string) {
  const command = splitRunnerCommand(words, cwd);
  const runner = command && suiteRunners[command.runner];
  return runner && { command, runner };
}

/** Throws a UserError where there is none. */
export function requireSuiteRunner(words: readonly string[], cwd: string) {
  const found = suiteRunnerOf(words, cwd);
  if (!found) throw cannotBeAsked(words);
  return found;
}

export function cannotBeAsked(words: readonly string[]): UserError {
  return new UserError(
    `culprit cannot list tests with ${commandLine(words)}, so it finds no passing one to compare with: that needs a command of ` +
      "pytest, Vitest, Jest, Mocha or node --test. Give a command that passes and one that fails: " +
      "culprit state --pass 'COMMAND' --fail 'COMMAND'.",
  );
}
