import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import { engineOptions, readEngineConditions } from "../../application/engine-options.ts";
import { readShellCommand, readTest, reportingOptions, testingOptions } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import type { TestsFinding } from "./finding.ts";
import type { OwnRunner, TestsRequest } from "./request.ts";

export const tests: Application<TestsRequest, TestsFinding> = {
  name: "tests",
  usage: "culprit tests [options] -- RUNNER…",
  about: "which other tests make a test fail, or are needed by it",
  options: [
    {
      name: "failing",
      value: "NAME",
      about: "the test to explain: its name or a part of it (default: those that fail)",
    },
    { name: "seed", value: "N", about: "run the suite in the random order that the runner makes of this seed" },
    {
      name: "order",
      value: "FILE",
      about: "the order in which the tests ran: a JUnit report, or a log that names them",
    },
    { name: "no-leak", about: "find only the tests, not what they leave behind nor what cleans it up" },
    { name: "list", value: "CMD", about: "for other runners: prints the names of all tests, one in a line" },
    { name: "run", value: "CMD", about: "for other runners: runs the tests that the file {} names, in its order" },
    ...testingOptions.filter(({ name }) => name !== "reuse" && name !== "interesting"),
    ...engineOptions,
    ...reportingOptions,
  ],
  example: [
    "Runs the suite once to see its tests, their order, and what fails. Then it runs the failing test alone, and after ever fewer of",
    "the tests that ran before it, until those are left that make it fail. Knows Vitest, Jest, Mocha, node --test, pytest,",
    "unittest, RSpec, go test and cargo test, started by any command; nothing in your project is changed.",
    "",
    "  culprit tests -- npx vitest run",
    "  culprit tests --failing 'parses dates' -- npm test",
    "  culprit tests --failing test_b --list './run --names' --run './run --only {}'",
  ].join("\n"),
  readRequest,
  inputs: ({ order }) => (order === undefined ? [] : [order]),
  find: async (run, request) => (await import("./find.ts")).findInTests(run, request),
  report: async () => (await import("./report.ts")).testsReport,
};

function readRequest(words: Words, cwd: string): TestsRequest {
  const own = readOwnRunner(words);
  if (words.positionals.length > 0)
    throw new UserError(
      `Put the command that runs the tests after --: culprit tests -- ${words.positionals.join(" ")}`,
    );
  const order = words.value("order");
  if (order !== undefined && !existsSync(resolve(cwd, order)))
    throw new UserError(`--order ${order}: there is no such file.`);
  const [failing, seed] = [words.value("failing"), words.value("seed")];
  if (seed !== undefined && order !== undefined)
    throw new UserError("--seed and --order exclude each other: use one of them.");
  return {
    cwd,
    test: own && !words.test ? [] : readTest(words, "tests -- npm test"),
    conditions: readEngineConditions(words, cwd),
    ...(failing === undefined ? {} : { failing }),
    ...(seed === undefined ? {} : { seed }),
    ...(order === undefined ? {} : { order: resolve(cwd, order) }),
    ...(own ? { own } : {}),
    ...(words.has("no-leak") ? { ignoresLeaks: true } : {}),
  };
}

function readOwnRunner(words: Words): OwnRunner | undefined {
  const [list, run] = [readShellCommand(words, "list"), readShellCommand(words, "run")];
  if (list === undefined && run === undefined) return undefined;
  if (list === undefined || run === undefined) throw new UserError("--list and --run belong together: give both.");
  if (!run.includes("{}"))
    throw new UserError("--run needs {}, which stands for the file with the names of the tests.");
  return { list, run };
}
