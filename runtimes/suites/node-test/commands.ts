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
  /** Of the random order. */
  readonly seed?: string;
  /** A test is selected by its name with those of the groups around it: since Node 22. */
  readonly hasFullNames: boolean;
}

/** The arguments of each `node` to start, one after the other. */
export function commandsFor({ execArgv, files, reporter, cwd, tests, seed, hasFullNames }: NodeTestRun): string[][] {
  const reporting = [`--test-reporter=${reporter}`, "--test-reporter-destination=stdout"];
  const options = withoutOptions(execArgv, [...reportOptions, ...(seed === undefined ? [] : randomOptions)]);
  const random = seed === undefined ? [] : ["--test-randomize", `--test-random-seed=${seed}`];
  if (tests === undefined) return [[...options, ...random, ...reporting, ...files]];
  const fixed = [...withoutOptions(options, [...selectOptions, ...randomOptions]), ...reporting];
  const groups = sharesProcess(execArgv) ? [tests] : byFile(tests);
  return groups.map((group) => {
    const patterns = group
      .map((test) => patternOf(test, hasFullNames))
      .map((pattern) => `--test-name-pattern=${pattern}`);
    const own = [...new Set(group.map(({ file }) => relative(cwd, file)))];
    return [...fixed, ...new Set(patterns), ...own];
  });
}

const reportOptions = ["--test-reporter", "--test-reporter-destination"];
const selectOptions = ["--test-name-pattern", "--test-skip-pattern", "--test-shard", "--test-rerun-failures"];
const randomOptions = ["--test-randomize", "--test-random-seed"];
const plainOptions = ["--test-randomize"];

function withoutOptions(words: readonly string[], names: readonly string[]): string[] {
  return words.filter((word, i) => {
    const before = words[i - 1] ?? "";
    const isValue = names.includes(before) && !plainOptions.includes(before);
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

function patternOf({ names }: TestName, hasFullNames: boolean): string {
  if (names.length === 0) return "(?!)";
  const name = hasFullNames ? names.join(" ") : names.at(-1)!;
  return `^${name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
}

/** What the random order comes from, if one is asked for. Node would choose it when it runs the tests. */
export function seedOf(execArgv: readonly string[], seed = String(Date.now() % 2 ** 31)): string | undefined {
  const given = execArgv.findLastIndex((word) => word.startsWith("--test-random-seed"));
  if (given !== -1) return execArgv[given]!.split("=")[1] ?? execArgv[given + 1];
  return execArgv.includes("--test-randomize") ? seed : undefined;
}
