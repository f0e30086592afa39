import { readFileSync } from "node:fs";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { lastOutput } from "../../run/ends/end-messages.ts";
import type { Run } from "../../run/run.ts";
import type { SuiteReport } from "../../suites/suite-report.ts";
import { type SuiteCommand, suiteWorld } from "../../suites/suite-world.ts";
import { testId } from "../../suites/test-id.ts";
import { howItEnded } from "../../trial/failure.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { contentHash } from "../../world/files/content-hash.ts";
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
  const seen = request.own ? await listTests(run, request, request.own) : await runSuite(run, request, command);
  const suite = request.order === undefined ? seen : inOrder(seen, readFileSync(request.order, "utf8"), request);
  run.record.save(suiteFile, suite);
  return suite;
}

function inOrder(suite: Suite, text: string, { order, failing }: TestsRequest): Suite {
  const tests = readOrder(text, suite.tests, failing);
  if (tests.length < 2)
    throw new UserError(
      `--order ${order}: it names ${tests.length === 0 ? "none" : "only one"} of the ${suite.tests.length} tests that ran here.`,
    );
  return { ...suite, tests, isObserved: false, isParallel: false };
}

async function runSuite(
  run: Run,
  { test, seed, cwd, conditions }: TestsRequest,
  command: SuiteCommand,
): Promise<Suite> {
  let report: SuiteReport | undefined;
  const world = suiteWorld(command, {
    content: contentHash("the whole suite"),
    plan: { ...(seed === undefined ? {} : { seed }) },
    onReport: (seen) => {
      report = seen;
    },
  });
  const { execution } = await run.execute(world, conditions.timeout);
  const { runners, tests, isParallel } = report!;
  const started = runners.at(-1);
  if (!started || tests.length === 0) throw noTests(test, execution, started?.runner);
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
      "culprit knows Vitest, Jest, Mocha, node --test and pytest, started by any command. For other runners, give a command that\n" +
      "prints the names of all tests, and one that runs those in a file: culprit tests --list 'CMD' --run 'CMD {}' --failing NAME",
    1,
  );
}
