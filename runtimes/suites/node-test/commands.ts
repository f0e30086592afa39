import { relative } from "node:path";
import type { TestName } from "../../protocol/suite.ts";

export interface NodeTestRun {
  /** Node's own options, `--test` among them. */
  readonly execArgv: readonly string[];
  /** As the user gave them. */
  readonly files: readonly string[];
  readonly reporter: string;
  readonly cwd: string;
  /** Undefined: all. */
  readonly tests?: readonly TestName[];
}

/** The arguments of each `node` to start, one after the other. */
export function commandsFor({ execArgv, files, reporter, cwd, tests }: NodeTestRun): string[][] {
  const reporting = [`--test-reporter=${reporter}`, "--test-reporter-destination=stdout"];
  const options = withoutOptions(execArgv, reportOptions);
  if (tests === undefined) return [[...options, ...reporting, ...files]];
  const fixed = [...withoutOptions(options, selectOptions), ...reporting];
  const groups = sharesProcess(execArgv) ? [tests] : byFile(tests);
  return groups.map((group) => {
    const patterns = group.map(patternOf).map((pattern) => `--test-name-pattern=${pattern}`);
    const own = [...new Set(group.map(({ file }) => relative(cwd, file)))];
    return [...fixed, ...new Set(patterns), ...own];
  });
}

const reportOptions = ["--test-reporter", "--test-reporter-destination"];
const selectOptions = ["--test-name-pattern", "--test-skip-pattern", "--test-shard"];

function withoutOptions(words: readonly string[], names: readonly string[]): string[] {
  return words.filter((word, i) => {
    const isValue = names.includes(words[i - 1] ?? "");
    return !isValue && !names.includes(word.replace(/=.*/s, ""));
  });
}

/** Whether all files run in one process. */
export function sharesProcess(execArgv: readonly string[]): boolean {
  return execArgv.some((word, i) => {
    const [name, value = execArgv[i + 1]] = word.split("=");
    return /^--(?:experimental-)?test-isolation$/.test(name!) && value === "none";
  });
}

/** Tests of one file share a process, whatever is between them in the plan. */
function byFile(tests: readonly TestName[]): TestName[][] {
  const files = new Map<string, TestName[]>();
  for (const test of tests) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  return [...files.values()];
}

/** Before Node 22 only its own name selects a test; later versions match its own name too. */
function patternOf({ names }: TestName): string {
  const own = names.at(-1);
  return own === undefined ? "(?!)" : `^${own.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
}
