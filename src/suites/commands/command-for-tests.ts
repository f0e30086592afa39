import { basename } from "node:path";
import type { RunnerStarted, SuiteRunnerName, TestName } from "../../../runtimes/protocol/suite.ts";
import { shortPath } from "../../world/files/short-path.ts";
import type { SuiteTest } from "../suite-test.ts";
import { testId } from "../test-id.ts";
import { type RunnerCommand, splitRunnerCommand, type TestRunner } from "../test-runner.ts";
import { suiteRunners } from "./runners.ts";
import { startedRunners } from "./started-runners.ts";

/** A suite that was run, and by which command. */
export interface StartedSuite {
  /** The user's command. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly started: RunnerStarted;
  /** All of its tests. */
  readonly tests: readonly TestName[];
}

/** A command of the runner's own that runs these tests and no others. Undefined: it has none. */
export function commandForTests(suite: StartedSuite, tests: readonly TestName[]): readonly string[] | undefined {
  const { cwd, started } = suite;
  const ofStarted = startedRunners[started.runner];
  if (ofStarted) return tests.some(({ names }) => names.length === 0) ? undefined : ofStarted(started, tests);
  const command = splitRunnerCommand(suite.words, cwd) ?? startedCommand(started, cwd);
  const runner = command && suiteRunners[command.runner];
  if (!runner || started.cwd !== cwd || tests.some(({ names }) => names.length === 0)) return undefined;
  const asTest = (name: TestName) => suiteTest(name, started.runner, cwd);
  const { start, args } = runner.only(command, tests.map(asTest), { cwd, tests: suite.tests.map(asTest) });
  return [...start, ...args];
}

/** How the runner itself was started, by a command in which no words can be added. */
function startedCommand({ runner, argv }: RunnerStarted, cwd: string): RunnerCommand | undefined {
  const [program = "", ...words] = argv;
  if (runner === "node:test") return { runner, start: ["node"], args: argv };
  if (runner === "pytest") return { runner, start: [shortPath(program, cwd), "-m", "pytest"], args: words.slice(2) };
  const isInstalled = /node_modules/.test(program);
  return isInstalled
    ? { runner: runner as TestRunner, start: ["npx", binNames[runner] ?? basename(program)], args: words }
    : undefined;
}

const binNames: Readonly<Partial<Record<SuiteRunnerName, string>>> = { vitest: "vitest", jest: "jest", mocha: "mocha" };

function suiteTest(name: TestName, runner: SuiteRunnerName, cwd: string): SuiteTest {
  const { file, names } = name;
  return {
    id: testId({ file, names }, runner, cwd),
    file,
    name: names.join(" "),
    ...(names.length === 0 ? {} : { ownName: names.at(-1)! }),
    outcome: "not run",
  };
}
