import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type ArgsRequest, type Argument, placeholder } from "../causes/settings/request.ts";
import { resultFiles } from "../causes/settings/results.ts";
import { commandLine } from "../core/command-line.ts";
import { UserError } from "../core/user-error.ts";
import { splitShellWords } from "../trial/shell-words.ts";
import type { Command, Words } from "./command.ts";
import { readConditions, readCount, readSearch, reportingOptions, searchOptions, testingOptions } from "./options.ts";
import { begin } from "./work.ts";

const separator = ":::";

export const args: Command = {
  name: "args",
  usage: "culprit args [options] -- TEST… ::: ARG…",
  about: "which of these arguments the failure of a command needs",
  options: [
    { name: "isolate", about: "isolate the difference to none of them instead of leaving out all that can go" },
    ...searchOptions,
    { name: "literal", about: "take each ARG as one word, even with spaces in it" },
    { name: "output", value: "PATH", about: "file for the arguments that are left, one to a line; folder for a pair" },
    ...testingOptions,
    ...reportingOptions,
  ],
  example: [
    "The words behind ::: are the arguments. They go where a word {} stands in TEST, else to its end. An ARG with a space",
    'in it is read as by a shell, so "-o out" stays together as one argument of two words. The test runs where you stand.',
    "",
    "  culprit args -- ./app --config my.conf ::: --fast --cache --log=debug '--workers 4'",
    "  culprit args -- sh -c 'gcc \"$@\" x.c -o $TMPDIR/x && $TMPDIR/x' sh {} ::: -O2 -ftree-vectorize -fwrapv",
  ].join("\n"),
  run: async (words) => begin("args", readRequest(words, process.cwd()), words),
};

function readRequest(words: Words, cwd: string): ArgsRequest {
  const { test, given } = readTest(words);
  const goal = words.has("isolate") ? "isolate" : "simplify";
  const argumentsGiven = given.map((text) => readArgument(text, cwd, words.has("literal")));
  const output = words.value("output");
  const inputs = argumentsGiven.flatMap(({ words }) => words.map((word) => resolve(cwd, word)));
  return {
    cwd,
    test,
    goal,
    search: readSearch(words, goal),
    causes: readCount(words, "causes") ?? 1,
    conditions: readConditions(words),
    arguments: argumentsGiven,
    ...(output === undefined
      ? {}
      : {
          output: resultFiles({
            output: resolve(cwd, output),
            goal,
            extension: "args",
            needed: { inputs, test, cwd },
          }),
        }),
  };
}

function readTest(words: Words): { readonly test: readonly string[]; readonly given: readonly string[] } {
  const [stray] = words.positionals;
  if (stray !== undefined) throw new UserError(`What is ${stray}? Put the command behind --: ${args.usage}`);
  const all = words.test ?? [];
  const at = all.indexOf(separator);
  const [test, given] = at === -1 ? [all, []] : [all.slice(0, at), all.slice(at + 1)];
  if (test.length === 0) throw new UserError(`Which command fails? ${args.usage}`);
  if (given.length === 0) {
    const written = commandLine(["culprit", "args", "--", ...test]);
    throw new UserError(`Which arguments are in question? Put them behind :::, as in: ${written} ::: --one --two`);
  }
  if (test[0] === placeholder)
    throw new UserError("The test begins with {}, so that without arguments there is no program: name it first.");
  return { test, given };
}

/** The words that an argument becomes: one, unless there are spaces in it. */
function readArgument(text: string, cwd: string, literal: boolean): Argument {
  if (literal || !/\s/.test(text) || existsSync(resolve(cwd, text))) return { text, words: [text] };
  const words = splitShellWords(text);
  if (words === undefined)
    throw new UserError(
      `The argument ${text} has spaces in it, so it is read as by a shell, but a quote in it is not closed.\n` +
        "Close it, or give --literal to take every argument as one word.",
    );
  return { text, words: words.length === 0 ? [text] : words };
}
