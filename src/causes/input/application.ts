import { extname, resolve } from "node:path";
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
import type { PairFollower } from "../../application/pair-follower.ts";
import type { RerunWithFile } from "../../application/rerun.ts";
import type { Words } from "../../application/words.ts";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { passNames } from "../../passes/passes-for.ts";
import type { Conditions } from "../../run/conditions.ts";
import type { Goal } from "../../search/goal.ts";
import { languageNames } from "../../syntax/detect.ts";
import { resolveTestWords } from "../../trial/command/test-words.ts";
import type { Unit } from "../../world/text/pieces.ts";
import { isFolder } from "./content.ts";
import type { InputFinding } from "./finding.ts";
import { hashesOf, type Inputs, readInput } from "./inputs.ts";
import { checkResultPaths } from "./output-files.ts";
import type { InputRequest } from "./request.ts";

function rerunWithFile({ test, cwd, failing, placeholder, literal }: InputRequest): RerunWithFile {
  const { argv, onStdin } = resolveTestWords({ words: test, cwd, failing, placeholder, literal });
  return { words: argv("{}"), extension: extname(failing), onStdin };
}

const units = ["bytes", "characters", "tokens", "lines"] as const satisfies readonly Unit[];

const usage = "culprit input FAILING [options] -- TEST…";

/** `follower` loads what follows the state of the program for `--locate`. */
export const inputApplication = (follower: () => Promise<PairFollower>): Application<InputRequest, InputFinding> => ({
  name: "input",
  usage,
  about: "the cause in a failing input: simplified, or as the smallest difference from one that passes",
  options: [
    { name: "passing", value: "FILE", about: "isolate the difference from this input, which passes" },
    { name: "isolate", about: "isolate the difference from the empty input" },
    { name: "find-passing", about: "find the largest part of the input that passes" },
    {
      name: "by",
      value: "HOW",
      choices: units,
      about: "only leave out bytes, characters, tokens or lines (default: whatever the language allows)",
    },
    {
      name: "language",
      value: "NAME",
      about: `what the input is written in (default: by its name and content): ${languageNames.join(", ")}`,
    },
    {
      name: "passes",
      value: "LIST",
      about: `for simplifying: which passes to run, or which not to run, as in --passes=-names,-tokens: ${passNames.join(", ")}`,
    },
    {
      name: "decompose",
      value: "CMD",
      about: "for simplifying: your own command that reads the input and prints its parts: START END",
    },
    {
      name: "format",
      value: "CMD",
      about: "for simplifying: format the result with this command, if it still fails afterwards",
    },
    {
      name: "locate",
      about: "then find the line of the program: change its code piece by piece, and follow its state to the failure",
    },
    ...searchOptions,
    { name: "output", value: "PATH", about: "file for the result, folder for a pair (default: beside the input)" },
    { name: "placeholder", value: "STR", about: "what stands for the candidate in TEST instead of {}" },
    { name: "literal", about: "do not rewrite the words of TEST" },
    ...testingOptions,
    ...askOptions,
    ...engineOptions,
    ...reportingOptions,
  ],
  example: [
    "The test runs in a folder of its own that holds the candidate under its own name. The path replaces {} and is in",
    "$CULPRIT_INPUT; without {} the candidate is also on standard input. FAILING may be a folder, which can only be simplified,",
    "without --by, --search, --causes, --language, --decompose, --format and --locate.",
    "",
    "  culprit input crash.json -- node parse.js {}",
    "  culprit input crash.c --passing works.c -- gcc -O2 -c {}",
  ].join("\n"),
  readRequest: (words, cwd) => {
    const request = readRequest(words, cwd);
    checkResultPaths(request);
    return request;
  },
  inputs: ({ failing, passing }) => (passing === undefined ? [failing] : [failing, passing]),
  resultsIn: (request, folder) => ({ ...request, output: `${folder}/` }),
  find: async (run, request) => (await import("./find.ts")).findInInput(run, request, follower),
  rerun: ({ folder, ...request }) => (folder ? undefined : rerunWithFile(request)),
  report: async () => (await import("./report.ts")).inputReport(await follower()),
});

function readRequest(words: Words, cwd: string): InputRequest {
  const [failing, ...more] = words.positionals;
  if (failing === undefined) throw new UserError(`Which input fails? ${usage}`);
  const test = readTest(
    words,
    `input ${commandLine([failing])} -- ${more.length > 0 ? commandLine(more) : "./test.sh {}"}`,
  );
  if (more.length > 0) throw new UserError(`Expected one failing input, but there is also ${more.join(" ")}. ${usage}`);
  const passing = words.value("passing");
  const goal = readGoal(words);
  const inputs = {
    failing: readInput(resolve(cwd, failing), failing),
    passing: passing === undefined ? undefined : readInput(resolve(cwd, passing), passing),
  };
  const folder = isFolder(inputs.failing);
  refuseForFolders(words, goal, inputs);
  const contents = hashesOf(inputs);
  if (contents[0] === contents[1])
    throw new UserError(`${failing} and ${passing} are the same: there is no difference to search.`);
  const conditions = readEngineConditions(words, cwd);
  if (words.has("locate")) refuseToLocate(conditions);
  const output = words.value("output");
  return {
    failing: resolve(cwd, failing),
    ...(passing === undefined ? {} : { passing: resolve(cwd, passing) }),
    ...(folder ? { folder } : {}),
    cwd,
    goal,
    by: readUnit(words),
    ...readLanguage(words),
    ...readPasses(words, goal),
    ...readCommands(words, goal),
    search: readSearch(words, goal),
    causes: readCount(words, "causes") ?? 1,
    ...(words.has("locate") ? { locate: true } : {}),
    test,
    placeholder: readPlaceholder(words),
    literal: words.has("literal"),
    // A slash at the end means a folder, which may have to be created.
    ...(output === undefined ? {} : { output: resolve(cwd, output) + (output.endsWith("/") ? "/" : "") }),
    conditions,
    contents,
  };
}

/** Refuses what cannot be done with a folder. */
function refuseForFolders(words: Words, goal: Goal, { failing, passing }: Inputs): void {
  if (passing && isFolder(passing) !== isFolder(failing))
    throw new UserError("One of the two inputs is a folder and the other is not: give two files.");
  if (!isFolder(failing)) return;
  if (failing.entries.length === 0) throw new UserError("The folder is empty: there is nothing in it to leave out.");
  if (goal !== "simplify")
    throw new UserError("A folder can only be simplified; for the difference between two files give those files.");
  for (const option of ["by", "search", "causes", "language", "decompose", "format"]) {
    if (words.value(option) !== undefined) throw new UserError(`--${option} is for a single file, not for a folder.`);
  }
  if (words.has("locate")) throw new UserError("--locate is for a single file, not for a folder.");
}

/** A changed program is judged by its exit status alone, and what it does is noted outside of its own folder. */
function refuseToLocate({ ask, failure, sandbox }: Conditions): void {
  if (failure.mode === "interesting" || failure.mode === "match")
    throw new UserError(
      `--locate is for failures that the exit status shows, not for ${failure.mode === "match" ? "--failure match" : "--interesting"}.`,
    );
  if (ask) throw new UserError("--locate and --ask exclude each other: use one of them.");
  if (sandbox) throw new UserError("--locate and --sandbox exclude each other: use one of them.");
}

function readGoal(words: Words): Goal {
  const given = ["isolate", "find-passing"].filter((name) => words.has(name));
  if (words.value("passing") !== undefined) given.push("passing");
  if (given.length > 1) {
    throw new UserError(`${given.map((name) => `--${name}`).join(" and ")} exclude each other: use one of them.`);
  }
  if (given.length === 0) return "simplify";
  return given[0] === "find-passing" ? "find-passing" : "isolate";
}

function readUnit(words: Words): Unit | "auto" {
  const by = words.value("by");
  if (by === undefined) return "auto";
  const unit = units.find((each) => each === by);
  if (unit) return unit;
  throw new UserError(`--by is one of ${units.join(", ")}, not "${by}".`);
}

function readLanguage(words: Words): { language?: string } {
  const language = words.value("language");
  if (language === undefined || languageNames.includes(language)) return language === undefined ? {} : { language };
  throw new UserError(`--language is one of ${languageNames.join(", ")}, not "${language}".`);
}

function readPasses(words: Words, goal: Goal): { passes?: string[] } {
  const passes = words
    .value("passes")
    ?.split(/[\s,]+/)
    .filter((name) => name !== "");
  if (!passes) return {};
  const other = ["by", "search", "decompose"].find((name) => words.value(name) !== undefined);
  if (goal !== "simplify" || other !== undefined)
    throw new UserError(`--passes is for simplifying by structure, not ${other ? `with --${other}` : "for a pair"}.`);
  const unknown = passes.find((name) => !passNames.some((each) => each === name.replace(/^-/, "")));
  if (unknown !== undefined || passes.length === 0)
    throw new UserError(`--passes takes some of ${passNames.join(", ")}, not "${unknown ?? ""}".`);
  if (passes.some((name) => name.startsWith("-")) && !passes.every((name) => name.startsWith("-")))
    throw new UserError("--passes takes the passes to run, or those not to run, each after a minus: not both.");
  return { passes };
}

function readCommands(words: Words, goal: Goal): { decompose?: string; format?: string } {
  const given: { [name: string]: string } = {};
  for (const name of ["decompose", "format"]) {
    const command = words.value(name);
    if (command === undefined) continue;
    if (command.trim() === "") throw new UserError(`--${name} needs a command.`);
    if (goal !== "simplify") throw new UserError(`--${name} is for simplifying, not for a pair.`);
    given[name] = command;
  }
  return given;
}

function readPlaceholder(words: Words): string {
  const placeholder = words.value("placeholder") ?? "{}";
  if (placeholder === "") throw new UserError("--placeholder needs at least one character.");
  return placeholder;
}
