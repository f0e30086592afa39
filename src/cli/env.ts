import { resolve } from "node:path";
import { differing, readEnvironments } from "../causes/settings/environments.ts";
import type { EnvRequest } from "../causes/settings/request.ts";
import { resultFiles } from "../causes/settings/results.ts";
import { commandLine } from "../core/command-line.ts";
import { UserError } from "../core/user-error.ts";
import type { Command, Words } from "./command.ts";
import { readConditions, readCount, readSearch, reportingOptions, searchOptions, testingOptions } from "./options.ts";
import { begin } from "./work.ts";

export const env: Command = {
  name: "env",
  usage: "culprit env OLD NEW [options] -- TEST…",
  about: "which environment variable makes the difference between an environment that passes and one that fails",
  options: [
    { name: "simplify", about: "find all changes that the failure needs on top of OLD, instead of one that tips it" },
    ...searchOptions,
    { name: "output", value: "PATH", about: "folder for the two environments that differ in the cause; file for one" },
    ...testingOptions,
    ...reportingOptions,
  ],
  example: [
    "OLD passes and NEW fails. Both are files of NAME=VALUE lines: what env or env -0 prints, or .env files. Names in",
    "either file are set or unset in the test as they say, all others are inherited. The test runs where you stand.",
    "",
    "  env > new.env; ssh other env > old.env; culprit env old.env new.env -- npm test",
    "  culprit env .env.example .env -- node app.js --check",
  ].join("\n"),
  run: async (words) => begin("env", readRequest(words, process.cwd()), words),
};

function readRequest(words: Words, cwd: string): EnvRequest {
  const [old, now, ...more] = words.positionals;
  if (old === undefined || now === undefined)
    throw new UserError(`Which two environments? Name the file that passes and the one that fails: ${env.usage}`);
  const files = commandLine([old, now]);
  if (!words.test || words.test.length === 0) {
    const test = more.length > 0 ? commandLine(more) : "./test.sh";
    throw new UserError(`How are they tested? Put the test behind --, as in: culprit env ${files} -- ${test}`);
  }
  if (more.length > 0) throw new UserError(`Two files are enough, but there is also ${more.join(" ")}. ${env.usage}`);
  const paths = { old: resolve(cwd, old), new: resolve(cwd, now), cwd };
  const environments = readEnvironments(paths);
  if (differing(environments).length === 0)
    throw new UserError(
      `${old} and ${now} set the same variables to the same values: there is no difference to search.\n` +
        "(TMPDIR and what begins with CULPRIT_ do not count: each test has its own.)",
    );
  const goal = words.has("simplify") ? "simplify" : "isolate";
  const output = words.value("output");
  const needed = { inputs: [paths.old, paths.new], test: words.test, cwd };
  return {
    ...paths,
    contents: environments.contents,
    test: words.test,
    goal,
    search: readSearch(words, goal),
    causes: readCount(words, "causes") ?? 1,
    conditions: readConditions(words),
    ...(output === undefined
      ? {}
      : { output: resultFiles({ output: resolve(cwd, output), goal, extension: "env", needed }) }),
  };
}
