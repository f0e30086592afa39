import { isMatch, type Suite } from "../../../suites/commands/suite-runner.ts";
import type { SuiteTest } from "../../../suites/suite-test.ts";
import type { RunnerCommand } from "../../../suites/test-runner.ts";
import type { AskedSuite } from "./asked-suite.ts";
import type { ExecutedLines } from "./nearest.ts";
import { noFailingTest, passesAlone, severalFailing } from "./partner-errors.ts";
import type { TestsRun } from "./tests-run.ts";
import { traceTests } from "./trace-tests.ts";

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
  /** How long it takes alone. */
  readonly milliseconds: number;
}

/** Runs the user's command, in which one test must fail. */
export async function learnFailingTest(asked: AskedSuite, words: readonly string[]): Promise<FailingTest> {
  const { search, runner, command } = asked;
  const seen = await traceTests(asked, command);
  const test = requireOneFailing(asked, seen, words);
  const seenSuite = { cwd: search.cwd, tests: seen.tests };
  const listed = await traceTests(asked, runner.listing(command, seenSuite, test.file), { lists: true });
  const loaded = runner.loading ? await traceTests(asked, runner.loading(command, seenSuite, test.file)) : listed;
  const suite = { cwd: search.cwd, tests: withListed(seen.tests, listed.tests, test) };
  const { run: alone, ...how } = await runAlone(asked, { seen, test, suite, words });
  const lines = new Set([...alone.lines].filter((line) => !loaded.lines.has(line)));
  return { asked, suite, test, ...how, loading: loaded.lines, lines, milliseconds: alone.milliseconds };
}

interface SeenFailing extends Pick<FailingTest, "test" | "suite"> {
  readonly seen: TestsRun;
  /** The user's command. */
  readonly words: readonly string[];
}

/** The failing test without others; the user's command may have done just that. */
async function runAlone(
  asked: AskedSuite,
  { seen, test, suite, words }: SeenFailing,
): Promise<Pick<FailingTest, "command" | "narrowed"> & { readonly run: TestsRun }> {
  const isOther = ({ file, outcome, id }: SuiteTest) => file !== test.file || (outcome !== "not run" && id !== test.id);
  if (!seen.tests.some(isOther)) return { run: seen, command: words, narrowed: false };
  const own = commandFor({ asked, suite }, test);
  const command = [...own.start, ...own.args];
  const run = await traceTests(asked, own);
  if (!run.tests.some(({ id, outcome }) => id === test.id && outcome === "failed"))
    throw passesAlone({ test: test.id, command }, words);
  return { run, command, narrowed: true };
}

export function commandFor({ asked, suite }: Pick<FailingTest, "asked" | "suite">, test: SuiteTest): RunnerCommand {
  return asked.runner.only(asked.command, [test], suite);
}

function requireOneFailing(asked: AskedSuite, seen: TestsRun, words: readonly string[]): SuiteTest {
  const { runner, command, search } = asked;
  const failed = seen.tests.filter(({ outcome }) => outcome === "failed");
  // A suite may be run in several ways: then each test is reported several times.
  const [test, ...others] = new Map(failed.map((each) => [each.id, each])).values();
  const suite = { cwd: search.cwd, tests: seen.tests };
  const commandOf = (each: SuiteTest) => {
    const { start, args } = runner.only(command, [each], suite);
    return { test: each.id, command: [...start, ...args] };
  };
  const meant = test ? undefined : testNamedIn(command, seen.tests);
  if (!test) throw noFailingTest(words, seen, meant && commandOf(meant));
  if (others.length === 0) return test;
  throw severalFailing(words, [test, ...others].map(commandOf));
}

/** The test whose name has a word of the command as plain text, while that word as a pattern does not match the name. */
function testNamedIn({ args }: RunnerCommand, tests: readonly SuiteTest[]): SuiteTest | undefined {
  const texts = args.map((word) => word.replace(/^--?[\w-]+=/, ""));
  return tests.find(({ name }) => texts.some((text) => name.includes(text) && !isMatch(text, name)));
}

/** The tests of the file in its order, as listed; and those of other files that were seen. */
function withListed(
  seen: readonly SuiteTest[],
  listed: readonly SuiteTest[],
  failing: SuiteTest,
): readonly SuiteTest[] {
  const inFile = listed.some(({ id }) => id === failing.id) ? listed : seen;
  return [...inFile.filter(({ file }) => file === failing.file), ...seen.filter(({ file }) => file !== failing.file)];
}
