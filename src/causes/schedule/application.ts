import { basename, resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import {
  readConditions,
  readCount,
  readList,
  readTest,
  reportingOptions,
  testingOptions,
} from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import type { ScheduleFinding } from "./finding.ts";
import { type RuntimeName, runtimeNames, type ScheduleRequest, scheduleDefaults } from "./request.ts";

export const schedule: Application<ScheduleRequest, ScheduleFinding> = {
  name: "schedule",
  usage: "culprit schedule [build|record|replay SCHEDULE|explore|verify RUN|debug RUN] [options] -- TEST…",
  about: "the cause in thread switches, or in the order of events",
  options: [
    {
      name: "kind",
      value: "KIND",
      choices: runtimeNames,
      about: "native (threads), workers (Node's threads) or async (Node's events); default: guessed from TEST",
    },
    { name: "seed", value: "N", about: `first seed to try (default: ${scheduleDefaults.seed})` },
    {
      name: "explore",
      value: "N",
      about: `try up to N schedules to find one that fails and one that passes (default: ${scheduleDefaults.explore})`,
    },
    {
      name: "limit",
      value: "N",
      about: `number of steps after which a run counts as endless (default: ${scheduleDefaults.limit})`,
    },
    {
      name: "packages",
      value: "NAMES",
      about: "name places in these packages too, not only in your own files (separated by commas)",
    },
    {
      name: "exhaustive",
      value: "[K]",
      about: "with verify: try all schedules with at most K preemptions (default: 2)",
    },
    { name: "output", value: "DIR", about: "folder for the schedules (default: in the folder of the run)" },
    ...testingOptions,
    ...reportingOptions,
  ],
  example: [
    "The test is the program itself. It runs under a different schedule each time, and each schedule can be replayed, until",
    "one fails and one passes; then the switches, or the two events, that make the difference are isolated.",
    "build exits with the status of the build; record and replay exit with 0 if the program does, otherwise with 1.",
    "",
    "  culprit schedule -- node server-test.mjs",
    "  culprit schedule build -- make && culprit schedule -- ./raytracer scene.txt",
    "  culprit schedule replay '1@120 1.1@7' -- ./raytracer scene.txt",
    "  culprit schedule verify last -- ./raytracer scene.txt",
  ].join("\n"),
  readRequest,
  inputs: () => [],
  find: async (run, request) =>
    request.verify
      ? (await import("./verify/verify.ts")).verifyFix(run, request)
      : (await import("./find.ts")).findInSchedule(run, request),
  exitCode: ({ verification }) => verification && verifyExitCodes[verification.outcome],
  report: async () => (await import("./report.ts")).scheduleReport,
};

/** 125 is what a test that cannot judge exits with, as for `git bisect run`. */
const verifyExitCodes = { passes: 0, fails: 1, unknown: 125 } as const;

function readRequest(words: Words, cwd: string): ScheduleRequest {
  const test = readTest(words, "schedule -- node app.mjs");
  const output = words.value("output");
  return {
    cwd,
    test,
    conditions: readConditions(words),
    kind: readKind(words, test),
    ...(words.value("kind") === undefined ? { guessed: true } : {}),
    seed: readCount(words, "seed") ?? scheduleDefaults.seed,
    explore: readCount(words, "explore") ?? scheduleDefaults.explore,
    limit: readCount(words, "limit") ?? scheduleDefaults.limit,
    ...(words.value("packages") === undefined ? {} : { packages: readList(words, "packages") }),
    ...(output === undefined ? {} : { output: resolve(cwd, output) }),
  };
}

/** Programs that only start another one. */
const launcher = /^(?:sh|bash|dash|zsh|env|nice|timeout)$/;
const nodeProgram = /^(?:node|npm|npx|pnpm|yarn|tsx|vitest|jest|mocha|ava)$|\.[cm]?[jt]sx?$/;

function readKind(words: Words, [program, ...rest]: readonly string[]): RuntimeName {
  const named = words.value("kind");
  const known = runtimeNames.find((each) => each === named);
  if (known) return known;
  if (named !== undefined) throw new UserError(`--kind is native, workers or async, not ${named}.`);
  const started = launcher.test(basename(program!)) ? rest.flatMap((word) => word.split(/\s+/)) : [program!];
  return started.some((word) => nodeProgram.test(basename(word))) ? "async" : "native";
}
