import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { junitCases } from "../junit.ts";
import type { SuiteTest } from "../suite-test.ts";
import type { RunnerCommand } from "../test-runner.ts";
import { type RunnerOutput, type Suite, type SuiteRunner, withArguments, withoutOptions } from "./suite-runner.ts";

/** pytest: tests are selected by their node ids, listed by `--collect-only` and reported as JUnit's XML. */
export const pytest: SuiteRunner = {
  reporting: (command, file) => withArguments(command, [`--junitxml=${file}`]),
  readReport,
  only: (command, tests, suite) =>
    select(
      command,
      suite,
      tests.map(({ id }) => id),
    ),
  // The verbosity decides what a list looks like; the last one counts.
  listing: (command, suite, file) =>
    select(command, suite, [
      ...(file === undefined ? [] : [relative(suite.cwd, file)]),
      "--collect-only",
      "--verbosity=-1",
    ]),
  readList,
};

const selecting = {
  valued: ["-k", "-m", "--deselect"],
  plain: ["--lf", "--last-failed", "--ff", "--failed-first", "--nf", "--new-first", "--sw", "--stepwise"],
};
const optionsWithPath = new Set([
  "-c",
  "--config-file",
  "--rootdir",
  "--confcutdir",
  "--ignore",
  "--basetemp",
  "--cov",
]);

function select(command: RunnerCommand, { cwd, tests }: Suite, more: readonly string[]): RunnerCommand {
  const words = withoutOptions(command.args, selecting);
  const selects = (word: string, file: string) => {
    const path = resolve(cwd, word.replace(/::.*/s, ""));
    return file === path || file.startsWith(`${path}/`);
  };
  const isKept = (word: string, i: number) =>
    word.startsWith("-") || optionsWithPath.has(words[i - 1] ?? "") || !tests.some(({ file }) => selects(word, file));
  return withArguments({ ...command, args: words.filter(isKept) }, more);
}

/** Each id is a line. They are relative to the project's root folder, which may be above the current one. */
function readList({ printed, cwd }: RunnerOutput): readonly SuiteTest[] {
  return printed.split("\n").flatMap((line) => {
    const [, path, rest] = /^(\S[^:]*\.py)::(\S.*?)\r?$/.exec(line) ?? [];
    const file = path === undefined ? undefined : findFile(path, cwd);
    return file === undefined ? [] : [testOf(file, rest!, { cwd, outcome: "not run" })];
  });
}

function readReport({ report = "", cwd }: RunnerOutput): readonly SuiteTest[] {
  const tests = new Map<string, SuiteTest>();
  for (const { className, name, content } of junitCases(report)) {
    const found = findModule(className.split("."), cwd);
    if (!found) continue;
    const test = testOf(found.file, [...found.classes, name].join("::"), { cwd, outcome: outcomeOf(content) });
    // One that fails again while it is torn down is reported twice.
    if (tests.get(test.id)?.outcome !== "failed") tests.set(test.id, test);
  }
  return [...tests.values()];
}

function outcomeOf(content: string): SuiteTest["outcome"] {
  if (/<(?:failure|error)\b/.test(content)) return "failed";
  return /<skipped\b/.test(content) ? "not run" : "passed";
}

function testOf(file: string, name: string, { cwd, outcome }: Pick<SuiteTest, "outcome"> & { cwd: string }): SuiteTest {
  return { id: `${relative(cwd, file)}::${name}`, file, name, outcome };
}

/** `tests.test_x.TestA` is the class `TestA` in the file `tests/test_x.py`. */
function findModule(parts: readonly string[], cwd: string) {
  for (let end = parts.length; end > 0; end--) {
    const file = findFile(`${parts.slice(0, end).join("/")}.py`, cwd);
    if (file !== undefined) return { file, classes: parts.slice(end) };
  }
  return undefined;
}

/** In the current folder or in one above it. */
function findFile(path: string, folder: string): string | undefined {
  const file = join(folder, path);
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : findFile(path, dirname(folder));
}
