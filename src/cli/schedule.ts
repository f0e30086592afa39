import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseSchedule, type Schedule } from "../../runtimes/protocol/schedule-plan.ts";
import type { KindName, ScheduleRequest } from "../causes/schedule/request.ts";
import { UserError } from "../core/user-error.ts";
import type { Command, Words } from "./command.ts";
import { readConditions, readCount, reportingOptions, testingOptions } from "./options.ts";
import { begin } from "./work.ts";

const usual = { seed: 1, explore: 500, limit: 1_000_000_000 };

export const schedule: Command = {
  name: "schedule",
  usage: "culprit schedule [build|record|replay SCHEDULE|explore] [options] -- TEST…",
  about: "the cause in thread switches, or in the order of events",
  options: [
    {
      name: "kind",
      value: "KIND",
      about: "native (threads), workers (threads of Node), or async (events of Node); by default what TEST looks like",
    },
    { name: "seed", value: "N", about: `where the schedules begin that are tried (default: ${usual.seed})` },
    {
      name: "explore",
      value: "N",
      about: `try up to N schedules to find one that fails and one that passes (default: ${usual.explore})`,
    },
    { name: "limit", value: "N", about: "steps after which a run is taken for endless" },
    {
      name: "packages",
      value: "NAMES",
      about: "tell places in these packages too, not only in your own files (a list with commas)",
    },
    { name: "output", value: "DIR", about: "folder for the schedules (default: in the folder of the run)" },
    ...testingOptions,
    ...reportingOptions,
  ],
  example: [
    "The test is the program itself. It is run under ever other schedules, each of which can be replayed, until one fails and",
    "one passes; then the switches, or the two events, that make the difference are isolated.",
    "",
    "  culprit schedule -- node server-test.mjs",
    "  culprit schedule build -- make && culprit schedule -- ./raytracer scene.txt",
    "  culprit schedule replay '1@120 1.1@7' -- ./raytracer scene.txt",
  ].join("\n"),
  run: async (words) => {
    const [action = "find", ...rest] = words.positionals;
    if (action === "build") return (await import("./schedule-build.ts")).build(words);
    const request = readRequest(words, process.cwd());
    if (action === "find" && rest.length === 0) return begin("schedule", request, words);
    const { record, replay, exploreOnly } = await import("./schedule-runs.ts");
    if (action === "record" && rest.length === 0) return record(request, words);
    if (action === "explore" && rest.length === 0) return exploreOnly(request, words);
    if (action === "replay" && rest.length > 0) return replay(request, readSchedule(rest), words);
    throw new UserError(`${words.positionals.join(" ")} is not understood. ${schedule.usage}`);
  },
};

function readRequest(words: Words, cwd: string): ScheduleRequest {
  if (!words.test || words.test.length === 0)
    throw new UserError("Which program? Put it behind --, as in: culprit schedule -- node app.mjs");
  if (words.test[0] === "") throw new UserError("The test begins with an empty word: name the program to run first.");
  const output = words.value("output");
  const packages = words
    .value("packages")
    ?.split(",")
    .filter((name) => name !== "");
  return {
    cwd,
    test: words.test,
    conditions: readConditions(words),
    kind: readKind(words, words.test),
    ...(words.value("kind") === undefined ? { guessed: true } : {}),
    seed: readCount(words, "seed") ?? usual.seed,
    explore: readCount(words, "explore") ?? usual.explore,
    limit: readCount(words, "limit") ?? usual.limit,
    ...(packages === undefined ? {} : { packages }),
    ...(output === undefined ? {} : { output: resolve(cwd, output) }),
  };
}

/** Programs that only start others. */
const launcher = /^(?:sh|bash|dash|zsh|env|nice|timeout)$/;
const nodeProgram = /^(?:node|npm|npx|pnpm|yarn|tsx|vitest|jest|mocha|ava)$|\.[cm]?[jt]sx?$/;

function readKind(words: Words, [program, ...rest]: readonly string[]): KindName {
  const named = words.value("kind");
  if (named === "native" || named === "workers" || named === "async") return named;
  if (named !== undefined) throw new UserError(`--kind is native, workers or async, not ${named}.`);
  const started = launcher.test(basename(program!)) ? rest.flatMap((word) => word.split(/\s+/)) : [program!];
  return started.some((word) => nodeProgram.test(basename(word))) ? "async" : "native";
}

/** A schedule as it stands on the command line, or a file that holds one. */
function readSchedule(words: readonly string[]): Schedule {
  const text = words.join(" ");
  const found = parseSchedule(existsSync(text) ? readFileSync(text, "utf8") : text);
  if (!found) throw new UserError(`${text} is no schedule: it is a list such as 1@120 1.1@7, or a file with one.`);
  return found;
}
