import { commandLine } from "../../../core/command-line.ts";
import { listText } from "../../../core/list-text.ts";
import { UserError } from "../../../core/user-error.ts";
import { NotReproduced } from "../../../run/ends/ends.ts";
import type { SuiteTest } from "../../../suites/suite-test.ts";
import type { ExecutedLines } from "./nearest.ts";
import type { TestCommand } from "./partner.ts";
import type { TestsRun } from "./tests-run.ts";

const maxNamed = 5;

/** None of its tests fails, or it says nothing about its tests. `meant` has a word of the command in its name. */
export function noFailingTest(
  words: readonly string[],
  { status, tests, printed }: TestsRun,
  meant?: TestCommand,
): UserError {
  const text = commandLine(words);
  const hasRun = tests.some(({ outcome }) => outcome !== "not run");
  if (hasRun && status === "exit 0") return new NotReproduced(`No test fails: ${text} passes.`);
  if (tests.length > 0 && status === "exit 0") return runsNoTest(text, meant);
  const lastLine = printed.trim().split("\n").at(-1);
  return noPartner(
    [
      `${text} ends with ${status}, but reports no failing test.`,
      ...(lastLine ? [`The last line that it printed is "${lastLine}".`] : []),
    ].join(" "),
  );
}

function runsNoTest(text: string, meant: TestCommand | undefined): NotReproduced {
  return new NotReproduced(
    meant
      ? `${text} runs no test, although the name of one has that text: in a pattern, characters like ( and $ have a meaning of their own. To run that test: culprit state -- ${commandLine(meant.command)}`
      : `${text} runs no test: is the name right?`,
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

export function nothingPasses(tried: readonly string[]): UserError {
  return noPartner(
    tried.length === 0
      ? "There is no other test to compare with."
      : `No other test passes alone; tried: ${listText(tried, { max: maxNamed })}.`,
  );
}

/** Tests pass, but none of them is known to have anything to do with the failing one. */
export function nothingShared({ test, lines }: FailingLines, passing: readonly string[]): UserError {
  const tried = listText(passing, { max: maxNamed });
  return noPartner(
    lines.size === 0
      ? `${test.id} was not seen to execute a line of a program in this folder, so no test is known to be near. Other folders are not looked at: start culprit in the folder of the program.`
      : `No passing test executes a line of the program that ${test.id} executes; tried: ${tried}.`,
  );
}

interface FailingLines {
  readonly test: SuiteTest;
  readonly lines: ExecutedLines;
}

function noPartner(sentence: string): UserError {
  return new UserError(`${sentence} To choose the passing run yourself, use --pass 'COMMAND' and --fail 'COMMAND'.`, 1);
}
