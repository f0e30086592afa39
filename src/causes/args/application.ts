import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import { engineOptions, readEngineConditions } from "../../application/engine-options.ts";
import {
  askOptions,
  readCount,
  readSearch,
  reportingOptions,
  searchOptions,
  testingOptions,
} from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { chooseResultFiles } from "../../settings/result-files.ts";
import { splitShellWords } from "../../trial/command/shell-words.ts";
import type { ArgsFinding } from "./finding.ts";
import { type ArgsRequest, type Argument, placeholder } from "./request.ts";

const separator = ":::";

export const args: Application<ArgsRequest, ArgsFinding> = {
  name: "args",
  usage: "culprit args [options] -- TEST… ::: ARG…",
  about: "which of a command's arguments make it fail",
  options: [
    { name: "isolate", about: "isolate the difference from no arguments, instead of leaving out all that can go" },
    ...searchOptions,
    { name: "literal", about: "take each ARG as one word, even with spaces in it" },
    { name: "output", value: "PATH", about: "file for the arguments that remain, one per line; folder for a pair" },
    ...testingOptions,
    ...askOptions,
    ...engineOptions,
    ...reportingOptions,
  ],
  example: [
    "The words after ::: are the arguments. They replace the word {} in TEST, or go to its end. An ARG that contains a space",
    'is read as a shell would, so "-o out" stays together as one argument of two words. The test runs in the current folder.',
    "",
    "  culprit args -- ./app --config my.conf ::: --fast --cache --log=debug '--workers 4'",
    "  culprit args -- sh -c 'gcc \"$@\" x.c -o $TMPDIR/x && $TMPDIR/x' sh {} ::: -O2 -ftree-vectorize -fwrapv",
  ].join("\n"),
  readRequest,
  inputs: argumentPaths,
  find: async (run, request) => (await import("./find.ts")).findInArgs(run, request),
  rerun: ({ test, arguments: given }) => ({
    words: test.includes(placeholder) ? test : [...test, placeholder],
    items: given.map(({ words }) => words),
  }),
  report: async () => (await import("./report.ts")).argsReport,
};

/** Every argument may name a file. */
function argumentPaths({ arguments: given, cwd }: Pick<ArgsRequest, "arguments" | "cwd">): string[] {
  return given.flatMap(({ words }) => words.map((word) => resolve(cwd, word)));
}

function readRequest(words: Words, cwd: string): ArgsRequest {
  const { test, given } = splitTest(words);
  const goal = words.has("isolate") ? "isolate" : "simplify";
  const literal = words.has("literal");
  const argumentsGiven = given.map((text) => (literal ? { text, words: [text] } : readArgument(text, cwd)));
  const output = words.value("output");
  const inputs = argumentPaths({ arguments: argumentsGiven, cwd });
  return {
    cwd,
    test,
    goal,
    search: readSearch(words, goal),
    causes: readCount(words, "causes") ?? 1,
    conditions: readEngineConditions(words, cwd),
    arguments: argumentsGiven,
    ...(output === undefined
      ? {}
      : {
          output: chooseResultFiles({
            output: resolve(cwd, output),
            goal,
            extension: "args",
            needed: { inputs, test, cwd },
          }),
        }),
  };
}

/** The words of the test up to :::, and the arguments after it. */
function splitTest(words: Words): { readonly test: readonly string[]; readonly given: readonly string[] } {
  const [stray] = words.positionals;
  if (stray !== undefined) throw new UserError(`What is ${stray}? Put the command after --: ${args.usage}`);
  const all = words.test ?? [];
  const at = all.indexOf(separator);
  const [test, given] = at === -1 ? [all, []] : [all.slice(0, at), all.slice(at + 1)];
  if (test.length === 0) throw new UserError(`Which command fails? ${args.usage}`);
  if (given.length === 0) {
    const written = commandLine(["culprit", "args", "--", ...test]);
    throw new UserError(`Which arguments are in question? Put them after :::, as in: ${written} ::: --one --two`);
  }
  if (test[0] === placeholder)
    throw new UserError("The test starts with {}, so without arguments there is no program: name it first.");
  return { test, given };
}

/** An argument is one word, unless it contains spaces and is not the name of a file. */
function readArgument(text: string, cwd: string): Argument {
  if (!/\s/.test(text) || existsSync(resolve(cwd, text))) return { text, words: [text] };
  const words = splitShellWords(text);
  if (words === undefined)
    throw new UserError(
      `The argument ${text} contains spaces, so it is read as a shell would, but it has an unclosed quote.\n` +
        "Close it, or use --literal to take every argument as one word.",
    );
  return { text, words: words.length === 0 ? [text] : words };
}
