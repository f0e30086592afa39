import type { SuiteTest } from "../suite-test.ts";
import type { RunnerCommand } from "../test-runner.ts";

/** What a run of a test runner left behind. */
export interface RunnerOutput {
  /** The text of the report; undefined: none was written. */
  readonly report: string | undefined;
  /** What it printed to standard output. */
  readonly printed: string;
  /** Where it was started. */
  readonly cwd: string;
}

/** What is known of a suite: the tests show which words of a command select some of them. */
export interface Suite {
  readonly cwd: string;
  readonly tests: readonly SuiteTest[];
}

/** How to ask one kind of test runner about its tests, by words of its command line only. */
export interface SuiteRunner {
  /** The same command, which also writes a report to a file. */
  readonly reporting: (command: RunnerCommand, file: string) => RunnerCommand;
  readonly readReport: (output: RunnerOutput) => readonly SuiteTest[];
  /** Runs these tests and no others; in this order, where its command line can say so. */
  readonly only: (command: RunnerCommand, tests: readonly SuiteTest[], suite: Suite) => RunnerCommand;
  /** Lists the tests of a file, or those of the whole suite. */
  readonly listing: (command: RunnerCommand, suite: Suite, file?: string) => RunnerCommand;
  readonly readList: (output: RunnerOutput) => readonly SuiteTest[];
  /** Loads a file and runs none of its tests. Undefined: so does the listing. */
  readonly loading?: (command: RunnerCommand, suite: Suite, file: string) => RunnerCommand;
}

export function withArguments(command: RunnerCommand, more: readonly string[]): RunnerCommand {
  return { ...command, args: [...command.args, ...more] };
}

/** Options that choose tests: those that have a value, and those that have none. */
export interface SelectingOptions {
  readonly valued: readonly string[];
  readonly plain: readonly string[];
}

/** Words without some options and their values: `-t NAME`, `--name NAME`, `--name=NAME`. */
export function withoutOptions(words: readonly string[], { valued, plain }: SelectingOptions): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (valued.includes(word)) i++;
    else if (!plain.includes(word) && !valued.includes(word.replace(/=.*/s, ""))) kept.push(word);
  }
  return kept;
}

/** A regular expression that matches these texts and no others. */
export function exactPattern(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return escaped.length === 1 ? `^${escaped[0]}$` : `^(?:${escaped.join("|")})$`;
}

/** Each file once. */
export function filesOf(tests: readonly SuiteTest[]): string[] {
  return [...new Set(tests.map(({ file }) => file))];
}

/** A regular expression that matches no text. */
export const noPattern = "(?!)";

/** Whether a regular expression matches a text; one that is none matches nothing. */
export function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "i").test(text);
  } catch {
    return false;
  }
}
