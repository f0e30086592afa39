import type { RunnerCommand } from "../command/test-runner.ts";
import type { AskedSuite } from "./asked-suite.ts";
import type { ExecutedLines } from "./nearest.ts";
import { noFailingTest, passesAlone, severalFailing } from "./partner-errors.ts";
import type { Suite } from "./runners/suite-runner.ts";
import type { SuiteTest } from "./suite-test.ts";
import type { TestsRun } from "./tests-run.ts";
import { requireTrace, traceTests } from "./trace-tests.ts";

/** The failing test, and what is known of its suite. */
export interface FailingTest {
  readonly asked: AskedSuite;
  readonly suite: Suite;
  readonly test: SuiteTest;
  /** Runs it and no other. */
  readonly command: readonly string[];
  /** The user's command does more than that. */
  readonly narrowed: boolean;
  /** Those that are executed while files are loaded: they say nothing about a test. */
  readonly loading: ExecutedLines;
  /** The others that it executes. */
  readonly lines: ExecutedLines;
}

/** Runs the user's command, in which one test must fail. */
export async function learnFailingTest(asked: AskedSuite, words: readonly string[]): Promise<FailingTest> {
  const { search, runner, command } = asked;
  const trace = async (command: RunnerCommand, as?: "list") =>
    requireTrace(await traceTests(asked, command, as), search.run);
  const seen = await trace(command);
  const seenSuite = { cwd: search.cwd, tests: seen.tests };
  const test = requireOneFailing(asked, seen, words);

  const listed = await trace(runner.listing(command, seenSuite, test.file), "list");
  const loaded = runner.loading ? await trace(runner.loading(command, seenSuite, test.file)) : listed;
  const suite = { cwd: search.cwd, tests: withListed(seen.tests, listed.tests, test) };

  const isAlone = seen.tests.every(
    ({ file, outcome, id }) => file === test.file && (outcome === "not run" || id === test.id),
  );
  const own = isAlone ? command : runner.only(command, test, suite);
  const alone = isAlone ? seen : await trace(own);
  const ownWords = isAlone ? words : [...own.start, ...own.args];
  if (!alone.tests.some(({ id, outcome }) => id === test.id && outcome === "failed"))
    throw passesAlone({ test: test.id, command: ownWords }, words);
  const lines = new Set([...alone.lines].filter((line) => !loaded.lines.has(line)));
  return { asked, suite, test, command: ownWords, narrowed: !isAlone, loading: loaded.lines, lines };
}

export function commandFor({ asked, suite }: Pick<FailingTest, "asked" | "suite">, test: SuiteTest): RunnerCommand {
  return asked.runner.only(asked.command, test, suite);
}

function requireOneFailing(asked: AskedSuite, seen: TestsRun, words: readonly string[]): SuiteTest {
  const { runner, command, search } = asked;
  const [test, ...others] = seen.tests.filter(({ outcome }) => outcome === "failed");
  if (!test) throw noFailingTest(words, seen);
  if (others.length === 0) return test;
  const suite = { cwd: search.cwd, tests: seen.tests };
  const commands = [test, ...others].map((each) => {
    const { start, args } = runner.only(command, each, suite);
    return { test: each.id, command: [...start, ...args] };
  });
  throw severalFailing(words, commands);
}

/** The tests of the file in its order, as listed; and those of other files that were seen. Those that failed are no candidates. */
function withListed(
  seen: readonly SuiteTest[],
  listed: readonly SuiteTest[],
  failing: SuiteTest,
): readonly SuiteTest[] {
  const inFile = listed.some(({ id }) => id === failing.id) ? listed : seen;
  return [...inFile.filter(({ file }) => file === failing.file), ...seen.filter(({ file }) => file !== failing.file)];
}
