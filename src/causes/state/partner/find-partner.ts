import type { Run } from "../../../run/run.ts";
import type { SuiteTest } from "../../../suites/suite-test.ts";
import type { StateRequest } from "../request.ts";
import { askedSuite } from "./asked-suite.ts";
import { commandFor, type FailingTest, learnFailingTest } from "./failing-test.ts";
import { type NearTest, nearestByLines, nearestInFile, nearestInOtherFiles, type TracedTest } from "./nearest.ts";
import type { Partner, TestCommand } from "./partner.ts";
import { nothingPasses, nothingShared } from "./partner-errors.ts";
import { traceTests } from "./trace-tests.ts";

/** Maximum number of tests to run in search of near ones that pass. */
const maxTried = 20;
/** Maximum number of passing tests to compare with: one in its values and lines, the others in lines only. */
const maxPartners = 5;

/**
 * Finds the passing test that is nearest to the failing one, by the lines of the program that both execute. Tests of the same file are
 * tried first, and those of other files if none of them executes a line that the failing one does.
 */
export async function findPartner(run: Run, request: StateRequest): Promise<Partner> {
  const asked = await askedSuite(run, request);
  const failing = await learnFailingTest(asked, request.fail);
  const near = await tryTests(failing, nearestInFile(failing.suite.tests, failing.test));
  const found = choosePartner(failing, near) ?? partnerByPlace(failing, near);
  if (found) return found;
  const far = await tryTests(failing, nearestInOtherFiles(await testsOfSuite(failing), failing.test));
  const all = { tried: [...near.tried, ...far.tried], passing: [...near.passing, ...far.passing] };
  const foundFar = choosePartner(failing, all);
  if (foundFar) return foundFar;
  const namesOf = (tests: readonly SuiteTest[]) => tests.map(({ id }) => id);
  if (all.passing.length === 0) throw nothingPasses(namesOf(all.tried));
  throw nothingShared(failing, namesOf(all.passing.map(({ test }) => test)));
}

function choosePartner(failing: FailingTest, tests: TriedTests): Partner | undefined {
  return partnerOf(failing, tests, nearestByLines(tests.passing, failing.lines));
}

/** Where it is not known which lines the failing test executes. */
function partnerByPlace(failing: FailingTest, tests: TriedTests): Partner | undefined {
  return failing.lines.size === 0
    ? partnerOf(
        failing,
        tests,
        tests.passing.map(({ test }) => ({ test })),
      )
    : undefined;
}

/** Undefined: none is near. */
function partnerOf(
  failing: FailingTest,
  { tried, passing }: TriedTests,
  [first, ...others]: readonly NearTest[],
): Partner | undefined {
  if (!first) return undefined;
  const { test, command, narrowed } = failing;
  return {
    ...testCommand(failing, first.test),
    failing: { test: test.id, command, ...(narrowed ? { narrowed: true as const } : {}) },
    others: others.slice(0, maxPartners - 1).map((each) => testCommand(failing, each.test)),
    tried: tried.length,
    passing: passing.length,
    ...(first.lines ? { lines: first.lines } : {}),
  };
}

interface TriedTests {
  readonly tried: readonly SuiteTest[];
  /** In the same order. */
  readonly passing: readonly TracedTest[];
}

/** A test may take this many times as long as the failing one, and at least this many milliseconds. */
const timeLimitFactor = 10;
const minTimeLimit = 10_000;

/** Runs tests, each alone. */
async function tryTests(failing: FailingTest, tests: readonly SuiteTest[]): Promise<TriedTests> {
  const { asked, loading, milliseconds } = failing;
  const { run } = asked.search;
  const timeLimit = Math.max(minTimeLimit, timeLimitFactor * milliseconds);
  const tried = tests.filter(({ outcome }) => outcome !== "failed").slice(0, maxTried);
  let done = 0;
  const traced = await Promise.all(
    tried.map(async (test) => {
      const { status, tests, lines } = await traceTests(asked, commandFor(failing, test), { timeLimit });
      const doing = `Looking for a passing test to compare with: ${++done} of ${tried.length}`;
      run.listener.onPreparing?.({ doing, seconds: run.seconds });
      const ran = tests.filter(({ outcome }) => outcome !== "not run");
      const passes = status === "exit 0" && ran.length > 0 && ran.every(({ id }) => id === test.id);
      return passes ? [{ test, lines: new Set([...lines].filter((line) => !loading.has(line))) }] : [];
    }),
  );
  return { tried, passing: traced.flat() };
}

/** All tests that are known, or else all that the runner lists. */
async function testsOfSuite({ asked, suite, test }: FailingTest): Promise<readonly SuiteTest[]> {
  if (suite.tests.some(({ file }) => file !== test.file)) return suite.tests;
  const listing = asked.runner.listing(asked.command, suite);
  return (await traceTests(asked, listing, { lists: true })).tests;
}

function testCommand(failing: FailingTest, test: SuiteTest): TestCommand {
  const { start, args } = commandFor(failing, test);
  return { test: test.id, command: [...start, ...args] };
}
