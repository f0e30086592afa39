import { resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import { engineOptions, readEngineConditions } from "../../application/engine-options.ts";
import {
  askOptions,
  readCount,
  readSearch,
  readTest,
  reportingOptions,
  searchOptions,
  testingOptions,
} from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { chooseResultFiles } from "../../settings/result-files.ts";
import { differingNames, readEnvironments } from "./environments.ts";
import type { EnvRequest } from "./request.ts";

export const env: Application<EnvRequest> = {
  name: "env",
  usage: "culprit env OLD NEW [options] -- TEST…",
  about: "which environment variable makes a test fail",
  options: [
    {
      name: "simplify",
      about: "find all changes that the failure needs on top of OLD, instead of one that makes the difference",
    },
    ...searchOptions,
    { name: "output", value: "PATH", about: "folder for the two environments that differ in the cause; file for one" },
    ...testingOptions,
    ...askOptions,
    ...engineOptions,
    ...reportingOptions,
  ],
  example: [
    "OLD passes and NEW fails. Both are files of NAME=VALUE lines: what env or env -0 prints, or .env files. Each",
    "test gets the variables of OLD, some of them changed to those of NEW; names in neither file are inherited. The test runs",
    "in the current folder.",
    "",
    "  env > new.env; ssh other env > old.env; culprit env old.env new.env -- npm test",
    "  culprit env .env.example .env -- node app.js --check",
  ].join("\n"),
  readRequest,
  inputs: ({ old, new: now }) => [old, now],
  environments: (request) => {
    const { old, now } = readEnvironments(request);
    return [old, now].map((variables) => Object.fromEntries([...variables].map(([name, { value }]) => [name, value])));
  },
  find: async (run, request) => (await import("./find.ts")).findInEnv(run, request),
  report: async () => (await import("./report.ts")).envReport,
};

function readRequest(words: Words, cwd: string): EnvRequest {
  const [old, now, ...more] = words.positionals;
  if (old === undefined || now === undefined)
    throw new UserError(`Which two environments? Name the file that passes and the one that fails: ${env.usage}`);
  const test = readTest(
    words,
    `env ${commandLine([old, now])} -- ${more.length > 0 ? commandLine(more) : "./test.sh"}`,
  );
  if (more.length > 0) throw new UserError(`Expected two files, but there is also ${more.join(" ")}. ${env.usage}`);
  const paths = { old: resolve(cwd, old), new: resolve(cwd, now), cwd };
  const environments = readEnvironments(paths);
  if (differingNames(environments).length === 0)
    throw new UserError(
      `${old} and ${now} set the same variables to the same values: there is no difference to search.\n` +
        "(TMPDIR, CULPRIT_CWD, CULPRIT_SLOT and CULPRIT_TRIAL do not count: each test has its own.)",
    );
  const goal = words.has("simplify") ? "simplify" : "isolate";
  const output = words.value("output");
  const needed = { inputs: [paths.old, paths.new], test, cwd };
  return {
    ...paths,
    contents: environments.contents,
    test,
    goal,
    search: readSearch(words, goal),
    causes: readCount(words, "causes") ?? 1,
    conditions: readEngineConditions(words, cwd),
    ...(output === undefined
      ? {}
      : { output: chooseResultFiles({ output: resolve(cwd, output), goal, extension: "env", needed }) }),
  };
}
