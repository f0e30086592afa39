import { commandLine } from "../../../core/command-line.ts";
import { listText } from "../../../core/list-text.ts";
import { UserError } from "../../../core/user-error.ts";
import { NotReproduced } from "../../../run/ends/ends.ts";
import type { TestCommand } from "./partner.ts";
import type { TestsRun } from "./tests-run.ts";

const maxNamed = 5;
const givePass = "Give a command that passes: --pass 'COMMAND'.";

/** The runner says nothing about its tests, or none of them fails. */
export function noFailingTest(words: readonly string[], { status, tests, printed }: TestsRun): NotReproduced {
  const text = commandLine(words);
  const ran = tests.filter(({ outcome }) => outcome !== "not run");
  if (ran.length > 0 && status === "exit 0") return new NotReproduced(`No test fails: ${text} passes.`);
  if (tests.length > 0 && status === "exit 0") return new NotReproduced(`${text} runs no test: is the name right?`);
  const lastLine = printed.trim().split("\n").at(-1);
  return new NotReproduced(
    [
      `${text} ends with ${status}, but reports no failing test.`,
      ...(lastLine ? [`The last line that it printed: ${lastLine}`] : []),
      givePass,
    ].join(" "),
  );
}

export function severalFailing(words: readonly string[], failing: readonly TestCommand[]): UserError {
  const shown = failing.slice(0, maxNamed).map(({ command }) => `  culprit state -- ${commandLine(command)}`);
  const more = failing.length > maxNamed ? [`  … and ${failing.length - maxNamed} more`] : [];
  return new UserError(
    [`${failing.length} tests of ${commandLine(words)} fail. Choose one:`, ...shown, ...more].join("\n"),
  );
}

export function passesAlone({ test, command }: TestCommand, words: readonly string[]): NotReproduced {
  return new NotReproduced(
    `${test} fails in ${commandLine(words)}, but not alone (${commandLine(command)}): other tests make it fail, or it is flaky.`,
  );
}

export function nothingPasses(tried: readonly string[]): NotReproduced {
  const all = listText(tried, { max: maxNamed });
  return new NotReproduced(
    tried.length === 0
      ? `There is no other test to compare with. ${givePass}`
      : `No other test passes alone; tried: ${all}. ${givePass}`,
  );
}

export function nothingShared(failing: string, passing: readonly string[]): NotReproduced {
  return new NotReproduced(
    `No passing test executes a line of the program that ${failing} executes; tried: ${listText(passing, { max: maxNamed })}. ${givePass}`,
  );
}
