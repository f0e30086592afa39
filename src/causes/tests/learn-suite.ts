import { readFileSync } from "node:fs";
import type { SuitePlan } from "../../../runtimes/protocol/suite.ts";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { lastOutput } from "../../run/ends/end-messages.ts";
import type { Run } from "../../run/run.ts";
import { type SuiteReport, testKey } from "../../suites/suite-report.ts";
import { type SuiteCommand, suiteWorld } from "../../suites/suite-world.ts";
import { testId } from "../../suites/test-id.ts";
import { howItEnded } from "../../trial/failure.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { namedTests } from "./named-tests.ts";
import { listTests } from "./own-runner.ts";
import { readOrder } from "./read-order.ts";
import type { TestsRequest } from "./request.ts";
import type { Suite } from "./suite.ts";

const suiteFile = "suite.json";

/** Runs the suite as the user does, to see its tests, their order and what fails. A resumed run knows it already. */
export async function learnSuite(run: Run, request: TestsRequest, command: SuiteCommand): Promise<Suite> {
  const known = run.record.load<Suite>(suiteFile);
  if (known) return known;
  const doing = request.own ? "Listing the tests" : "Running the whole suite once, to see its tests and their order";
  run.listener.onPreparing?.({ doing, seconds: run.seconds });
  const suite = (await runNamed(run, request, command)) ?? (await runAll(run, request, command));
  run.record.save(suiteFile, suite);
  return suite;
}

async function runAll(run: Run, request: TestsRequest, command: SuiteCommand): Promise<Suite> {
  const seen = request.own ? await listTests(run, request, request.own) : await runSuite(run, request, command);
  return request.order === undefined ? seen : inOrder(seen, readFileSync(request.order, "utf8"), request);
}

/** Where the order names its tests in full, they are run in it at once. Undefined: the runner did not run them so. */
async function runNamed(run: Run, request: TestsRequest, command: SuiteCommand): Promise<Suite | undefined> {
  if (request.order === undefined || request.own) return undefined;
  const tests = namedTests(readFileSync(request.order, "utf8"), request.cwd);
  if (tests.length < 2) return undefined;
  const { execution, report } = await execute(run, request, { command, plan: { tests } });
  const skipped = new Set(report.skipped.map(testKey));
  const expected = tests.map(testKey).filter((key) => !skipped.has(key));
  const ran = report.tests.map(({ test }) => testKey(test));
  const isFollowed = ran.length >= 2 && ran.join("\n") === expected.join("\n");
  return isFollowed ? { ...suiteOf(report, execution, request), isPlanned: true } : undefined;
}

function inOrder(suite: Suite, text: string, { order, failing }: TestsRequest): Suite {
  const tests = readOrder(text, suite.tests, failing);
  if (tests.length < 2)
    throw new UserError(
      `--order ${order}: it names ${tests.length === 0 ? "none" : "only one"} of the ${suite.tests.length} tests that ran here.`,
    );
  return { ...suite, tests, isObserved: false, isParallel: false };
}

async function runSuite(run: Run, request: TestsRequest, command: SuiteCommand): Promise<Suite> {
  const { test, seed } = request;
  const { execution, report } = await execute(run, request, { command, plan: seed === undefined ? {} : { seed } });
  if (report.tests.length === 0) throw noTests(test, execution, report.runners.at(-1)?.runner);
  return suiteOf(report, execution, request);
}

interface SuiteRun {
  readonly command: SuiteCommand;
  readonly plan: Pick<SuitePlan, "tests" | "seed">;
}

async function execute(run: Run, { conditions }: TestsRequest, { command, plan }: SuiteRun) {
  let report: SuiteReport | undefined;
  const world = suiteWorld(command, {
    content: contentHash("the whole suite"),
    plan,
    onReport: (seen) => {
      report = seen;
    },
  });
  const { execution } = await run.execute(world, conditions.timeout);
  return { execution, report: report! };
}

function suiteOf({ runners, tests, isParallel }: SuiteReport, execution: Execution, { cwd }: TestsRequest): Suite {
  const started = runners.at(-1)!;
  return {
    tests: tests.map(({ test: name, ...rest }) => ({ test: name, id: testId(name, started.runner, cwd), ...rest })),
    started,
    isObserved: true,
    isParallel,
    ended: howItEnded(execution),
    milliseconds: Math.round(execution.milliseconds),
  };
}

function noTests(words: readonly string[], execution: Execution, runner: string | undefined): UserError {
  const { stdout, stderr } = execution.output;
  const seen =
    runner === undefined ? "started no test runner that culprit knows" : `started ${runner}, but no test ran`;
  return new UserError(
    `${commandLine(words)} ${seen} (${howItEnded(execution)}).${lastOutput(stderr || stdout)}\n` +
      "culprit knows Vitest, Jest, Mocha, node --test, pytest, unittest, RSpec, go test and cargo test, started by any command that hands\n" +
      "its environment on: one that sets NODE_OPTIONS or PYTHONPATH has to keep what is there, as in PYTHONPATH=src:$PYTHONPATH.\n" +
      "For other runners, give a command that prints the names of all tests, and one that runs those in a file:\n" +
      "culprit tests --list 'CMD' --run 'CMD {}' --failing NAME",
    1,
  );
}
