import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { shortPath } from "../../world/files/short-path.ts";
import type { SuiteTest } from "../suite-test.ts";
import type { RunnerCommand } from "../test-runner.ts";
import type { ReportedTest } from "./node-test-reporter.ts";
import {
  exactPattern,
  filesOf,
  noPattern,
  type RunnerOutput,
  type Suite,
  type SuiteRunner,
  withoutOptions,
} from "./suite-runner.ts";

const reporter = fileURLToPath(new URL("./node-test-reporter.js", import.meta.url));

/** node:test: what does not match the pattern is not reported by all versions, so tests are listed by running them. */
export const nodeTest: SuiteRunner = {
  reporting: (command, file) =>
    withOptions(command, [`--test-reporter=${reporter}`, `--test-reporter-destination=${file}`]),
  readReport,
  only: (command, tests, suite) =>
    select(command, suite, { files: filesOf(tests), pattern: exactPattern(tests.map((test) => nameFor(test, suite))) }),
  listing: (command, suite, file) => select(command, suite, { files: file === undefined ? [] : [file] }),
  readList: readReport,
  loading: (command, suite, file) => select(command, suite, { files: [file], pattern: noPattern }),
};

const selecting = {
  valued: [
    "--test-name-pattern",
    "--test-skip-pattern",
    "--test-shard",
    "--test-reporter",
    "--test-reporter-destination",
  ],
  plain: ["--test-only"],
};
/** Options of Node whose value may be a separate word. */
const optionsWithValue = new Set([
  "-r",
  "--require",
  "--import",
  "--loader",
  "--experimental-loader",
  "-C",
  "--conditions",
  "--env-file",
]);

interface Selection {
  /** None: the whole suite. */
  readonly files: readonly string[];
  readonly pattern?: string;
}

function select(command: RunnerCommand, { cwd }: Suite, { files, pattern }: Selection): RunnerCommand {
  const words = withoutOptions(command.args, selecting);
  const isOption = (word: string, i: number) => word.startsWith("-") || optionsWithValue.has(words[i - 1] ?? "");
  const patterns = pattern === undefined ? [] : [`--test-name-pattern=${pattern}`];
  const serially = files.length > 1 ? ["--test-concurrency=1"] : [];
  const chosen = files.map((file) => relative(cwd, file));
  return { ...command, args: [...words.filter(isOption), ...serially, ...patterns, ...chosen] };
}

/** Node takes options only before the files. */
function withOptions(command: RunnerCommand, options: readonly string[]): RunnerCommand {
  return { ...command, args: [...options, ...command.args] };
}

/** Before Node 22, only a test's own name selects it; where another test has the same, the names of its groups are needed too. */
function nameFor({ file, name, ownName = name }: SuiteTest, { tests }: Suite): string {
  const isUnique = tests.filter((test) => test.file === file && test.ownName === ownName).length < 2;
  return isUnique ? ownName : name;
}

/** A group comes after its tests. Tests inside of a test cannot be selected, so it counts as a whole. */
function readReport({ report = "", cwd }: RunnerOutput): readonly SuiteTest[] {
  /** By their levels, those whose group is still to come. */
  const waiting = new Map<number, NamedTest[]>();
  for (const line of report.split("\n").slice(0, -1)) {
    const reported = JSON.parse(line) as ReportedTest;
    const { name, nesting, isGroup } = reported;
    const inside = waiting.get(nesting + 1) ?? [];
    waiting.delete(nesting + 1);
    const own = isGroup
      ? inside.map((each) => ({ ...each, names: [name, ...each.names] }))
      : [{ names: [name], reported }];
    waiting.set(nesting, [...(waiting.get(nesting) ?? []), ...own]);
  }
  return (waiting.get(0) ?? []).map(({ names, reported }) => testOf(names, reported, cwd));
}

interface NamedTest {
  /** The outermost group first. */
  readonly names: readonly string[];
  readonly reported: ReportedTest;
}

function testOf(names: readonly string[], { file, outcome }: ReportedTest, cwd: string): SuiteTest {
  const path = resolve(cwd, file);
  const name = names.join(" ");
  return { id: `${shortPath(path, cwd)} > ${name}`, file: path, name, ownName: names.at(-1)!, outcome };
}
