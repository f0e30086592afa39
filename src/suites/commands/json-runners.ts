import { relative } from "node:path";
import { shortPath } from "../../world/files/short-path.ts";
import type { SuiteTest } from "../suite-test.ts";
import type { RunnerCommand } from "../test-runner.ts";
import {
  exactPattern,
  filesOf,
  isMatch,
  noPattern,
  type RunnerOutput,
  type SelectingOptions,
  type Suite,
  type SuiteRunner,
  withArguments,
  withoutOptions,
} from "./suite-runner.ts";

/** Vitest and Jest: both write the same report, which also has the tests that were not run, and both select by `-t`. */
export const vitest = jsonRunner({
  selecting: { valued: ["-t", "--testNamePattern", "--test-name-pattern"], plain: ["--changed"] },
  reportWords: (file) => ["--reporter=json", `--outputFile.json=${file}`],
  isFilter: (word, file) => file.includes(word.replace(/^\.\//, "")),
  fileWord: (file) => file,
  oneFileAtATime: "--no-file-parallelism",
});

export const jest = jsonRunner({
  selecting: {
    valued: ["-t", "--testNamePattern", "--testPathPattern", "--testPathPatterns"],
    plain: ["--runTestsByPath", "--findRelatedTests", "-o", "--onlyChanged", "-f", "--onlyFailures"],
  },
  reportWords: (file) => ["--json", `--outputFile=${file}`],
  isFilter: (word, file) => isMatch(word.replace(/^\.\//, ""), file),
  fileWord: (file) => file.replace(/[\\^$*+?()[\]{}|]/g, "\\$&"),
  oneFileAtATime: "--runInBand",
});

interface JsonRunner {
  readonly selecting: SelectingOptions;
  readonly reportWords: (file: string) => readonly string[];
  /** Whether a word that is no option selects a file. */
  readonly isFilter: (word: string, file: string) => boolean;
  readonly fileWord: (file: string) => string;
  /** The option that runs no two files at the same time. */
  readonly oneFileAtATime: string;
}

const optionsWithPath = new Set(["-c", "--config", "-r", "--root", "--rootDir", "--dir", "--project", "--projects"]);
const modes = new Set(["run", "watch", "dev"]);

function jsonRunner({ selecting, reportWords, isFilter, fileWord, oneFileAtATime }: JsonRunner): SuiteRunner {
  const select = (command: RunnerCommand, { cwd, tests }: Suite, { files, pattern }: Selection): RunnerCommand => {
    const words = withoutOptions(command.args, selecting);
    const isKept = (word: string, i: number) =>
      word.startsWith("-") ||
      (i === 0 && modes.has(word)) ||
      optionsWithPath.has(words[i - 1] ?? "") ||
      !tests.some((test) => isFilter(word, test.file));
    const chosen = files.map((file) => fileWord(relative(cwd, file)));
    const serially = files.length > 1 ? [oneFileAtATime] : [];
    return withArguments({ ...command, args: words.filter(isKept) }, [...chosen, ...serially, "-t", pattern]);
  };
  return {
    reporting: (command, file) => withArguments(command, reportWords(file)),
    readReport: readJsonReport,
    only: (command, tests, suite) =>
      select(command, suite, { files: filesOf(tests), pattern: exactPattern(tests.map(({ name }) => name)) }),
    listing: (command, suite, file) =>
      select(command, suite, { files: file === undefined ? [] : [file], pattern: noPattern }),
    readList: readJsonReport,
  };
}

interface Selection {
  /** None: the whole suite. */
  readonly files: readonly string[];
  readonly pattern: string;
}

interface JsonReport {
  readonly testResults?: readonly {
    readonly name: string;
    readonly assertionResults?: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function readJsonReport({ report, cwd }: RunnerOutput): readonly SuiteTest[] {
  if (report === undefined) return [];
  const { testResults = [] } = JSON.parse(report) as JsonReport;
  return testResults.flatMap(({ name: file, assertionResults = [] }) =>
    assertionResults.map(({ fullName: name, status }) => ({
      // Before Vitest 2 a name begins with a space, also where it is selected.
      id: `${shortPath(file, cwd)} > ${name.trim()}`,
      file,
      name,
      outcome: outcomeOf(status),
    })),
  );
}

function outcomeOf(status: string): SuiteTest["outcome"] {
  return status === "passed" || status === "failed" ? status : "not run";
}
