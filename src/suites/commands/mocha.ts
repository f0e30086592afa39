import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { splitEnv } from "../../trial/command/program-file.ts";
import { shortPath } from "../../world/files/short-path.ts";
import type { SuiteTest } from "../suite-test.ts";
import type { RunnerCommand } from "../test-runner.ts";
import type { ReportedTest } from "./mocha-reporter.cts";
import {
  exactPattern,
  filesOf,
  noPattern,
  type RunnerOutput,
  type Suite,
  type SuiteRunner,
  withArguments,
  withoutOptions,
} from "./suite-runner.ts";

const reporter = fileURLToPath(new URL("./mocha-reporter.cjs", import.meta.url));

/** Mocha: `--grep` selects by the names of a test and of its groups; its configuration may add files to those of the command. */
export const mocha: SuiteRunner = {
  reporting: ({ runner, start, args }, file) => ({
    runner,
    start: withVariable(start, `CULPRIT_MOCHA_REPORT=${file}`),
    args: [...withoutOptions(args, reportOptions), "--reporter", reporter],
  }),
  readReport,
  only: (command, tests, { cwd }) =>
    select(command, {
      files: filesOf(tests).map((file) => relative(cwd, file)),
      pattern: exactPattern(tests.map(({ name }) => name)),
    }),
  listing: (command, suite, file) =>
    select(command, {
      files: file === undefined ? suiteFolders(command, suite) : [relative(suite.cwd, file)],
      pattern: noPattern,
    }),
  readList: readReport,
};

const byName = { valued: ["-g", "--grep", "-f", "--fgrep"], plain: ["-i", "--invert"] };
const selecting = { ...byName, valued: [...byName.valued, "--spec"] };
/** Tests that run in parallel are not known before they end. */
const reportOptions = {
  valued: ["-R", "--reporter", "-O", "--reporter-option", "--reporter-options", "-j", "--jobs"],
  plain: ["-p", "--parallel"],
};
/** Options whose value may be a separate word. */
const optionsWithValue = new Set([
  ...reportOptions.valued,
  ...["-r", "--require", "--import", "--loader", "--experimental-loader", "--compilers", "-n", "--node-option"],
  ...["-u", "--ui", "-t", "--timeout", "-s", "--slow", "--retries", "--global", "--globals"],
  ...["--config", "--opts", "--package", "--file", "--ignore", "--exclude", "--extension"],
  ...["--watch-files", "--watch-ignore"],
]);

interface Selection {
  readonly files: readonly string[];
  readonly pattern: string;
}

function select(command: RunnerCommand, { files, pattern }: Selection): RunnerCommand {
  return withArguments({ ...command, args: optionsIn(command) }, [...files, "--grep", pattern]);
}

/** The words without those that select tests. */
function optionsIn({ args }: RunnerCommand): readonly string[] {
  const words = withoutOptions(args, selecting);
  return words.filter((word, i) => word.startsWith("-") || optionsWithValue.has(words[i - 1] ?? ""));
}

/** If the command names files, Mocha would not look where they are without them. */
function suiteFolders(command: RunnerCommand, { cwd, tests }: Suite): readonly string[] {
  const namesFiles = withoutOptions(command.args, byName).length > optionsIn(command).length;
  return namesFiles ? [...new Set(tests.map(({ file }) => relative(cwd, dirname(file)) || "."))] : [];
}

function withVariable(words: readonly string[], variable: string): readonly string[] {
  const { env, command } = splitEnv(words);
  return [...(env.length > 0 ? env : ["env"]), variable, ...command];
}

function readReport({ report = "[]", cwd }: RunnerOutput): readonly SuiteTest[] {
  return (JSON.parse(report) as ReportedTest[]).map(({ file, name, outcome }) => {
    const path = resolve(cwd, file);
    return { id: `${shortPath(path, cwd)} > ${name}`, file: path, name, outcome };
  });
}
