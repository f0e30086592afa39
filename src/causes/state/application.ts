import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import { readConditions, readCount, reportingOptions, testingOptions } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import { requireSuiteRunner } from "../../suites/commands/require-runner.ts";
import { checkExecutable } from "../../trial/command/program-file.ts";
import { parsePlace } from "./capture/place.ts";
import { commandsOf } from "./command/commands-of.ts";
import { chooseLanguage } from "./command/language.ts";
import { type ProgramCommand, parseCommand, stdinFiles } from "./command/program-command.ts";
import { stateDefaults } from "./defaults.ts";
import type { StateFinding } from "./finding.ts";
import { failureModeFor, type StateRequest } from "./request.ts";

const timeoutHelp = `time limit of a run and its test together, such as 30s or 5m (default: ${stateDefaults.timeout / 1000}s)`;

export const state: Application<StateRequest, StateFinding> = {
  name: "state",
  usage:
    "culprit state --pass 'COMMAND' --fail 'COMMAND' [--at PLACE,…] [options] [-- TEST…]\n" +
    "       culprit state [--at PLACE,…] [options] -- FAILING-TEST…",
  about: "the variable that makes a program fail, from its input to its output",
  options: [
    {
      name: "pass",
      value: "COMMAND",
      about:
        "a command that runs the program so that it passes (default: the passing test nearest to the failing one, with pytest, Vitest, Jest, Mocha or node:test)",
    },
    {
      name: "fail",
      value: "COMMAND",
      about: "a command that runs the program so that it fails (default: without --pass, the words after --)",
    },
    {
      name: "also-pass",
      value: "COMMAND",
      multiple: true,
      about: "another command that passes; may be given several times. More runs make the choice of lines surer",
    },
    { name: "also-fail", value: "COMMAND", multiple: true, about: "another command that fails in the same way" },
    {
      name: "expect",
      value: "FILE",
      multiple: true,
      about: "what the failing run should print; given again, what each --also-fail should print",
    },
    {
      name: "at",
      value: "PLACES",
      about: "functions or FILE:LINE, with #N for the N-th time, separated by commas (default: the whole run)",
    },
    {
      name: "language",
      value: "NAME",
      about: "node, python, gdb for C and C++, go or java (default: what the commands look like)",
    },
    {
      name: "no-lines",
      about: "compare values only: do not change pieces of code to see with which the failing run passes",
    },
    { name: "array", value: "HINTS", about: "in C, the lengths of arrays behind pointers: a@size,buffer@16" },
    {
      name: "max-values",
      value: "N",
      about: `capture up to N values at a place (default: ${stateDefaults.maxValues})`,
    },
    {
      name: "max-places",
      value: "N",
      about: `compare the runs at up to N places (default: ${stateDefaults.maxPlaces})`,
    },
    // What a debugger sees has to be written to the user's folder.
    ...testingOptions
      .filter(({ name }) => name !== "sandbox")
      .map((option) => (option.name === "timeout" ? { ...option, about: timeoutHelp } : option)),
    ...reportingOptions,
  ],
  example: [
    "Stops both runs at the same place, compares their variables, and puts values of the failing run into the passing one, to find",
    "the smallest difference that makes it fail. TEST judges a run by its output, which it gets on standard input, and by",
    "$CULPRIT_STATUS; without a test, a run fails if its exit status and output match the failing run's.",
    "",
    "  culprit state --pass './sample 7 8 9' --fail './sample 11 14' --at shell_sort",
    "",
    "A failing test of pytest, Vitest, Jest, Mocha or node:test is enough: the passing test that is nearest to it is found.",
    "",
    "  culprit state -- npx vitest run -t 'no book'",
    "  culprit state -- pytest tests/test_books.py::test_none",
  ].join("\n"),
  readRequest,
  inputs: () => [],
  commands: commandsOf,
  find: async (run, request) => (await import("./find.ts")).findInState(run, request),
  report: async () => (await import("./report.ts")).stateReport,
};

function readRequest(words: Words, cwd: string): StateRequest {
  const { pass, fail, test } = readCommands(words, cwd);
  const also = (name: string) => words.values(name).map((text) => readCommand(`--${name}`, text, cwd));
  if (words.positionals.length > 0)
    throw new UserError(`${words.positionals.join(" ")} is not understood. ${state.usage}`);
  const { failure, timeout = stateDefaults.timeout, ...conditions } = readConditions(words);
  const judged = { cwd, test, pass: pass.words, fail: fail.words };
  return {
    ...judged,
    stdin: stdinFiles(pass, fail),
    also: { pass: also("also-pass"), fail: also("also-fail") },
    expected: words.values("expect").map((file) => requireFile(file, cwd)),
    // The exit status of the judge counts, not what the program prints.
    conditions: { ...conditions, timeout, failure: failure.mode === "same" ? failureModeFor(judged) : failure },
    language: chooseLanguage({ pass: pass.words, fail: fail.words, cwd }, words.value("language")),
    at: readPlaces(words.value("at")),
    arrays: readArrays(words.value("array")),
    changeLines: !words.has("no-lines"),
    maxValues: readCount(words, "max-values") ?? stateDefaults.maxValues,
    maxPlaces: readCount(words, "max-places") ?? stateDefaults.maxPlaces,
  };
}

/** Without a passing command, the words after `--` may be the failing one, a test of a test runner. */
function readCommands(words: Words, cwd: string) {
  const [hasPass, hasFail] = [words.value("pass") !== undefined, words.value("fail") !== undefined];
  const { test = [] } = words;
  if (hasPass || (!hasFail && test.length === 0))
    return { pass: requireCommand(words, "pass", cwd), fail: requireCommand(words, "fail", cwd), test };
  const fail = hasFail ? requireCommand(words, "fail", cwd) : { words: test };
  checkExecutable(fail.words, cwd);
  requireSuiteRunner(fail.words, cwd);
  return { pass: { words: [] }, fail, test: hasFail ? test : [] };
}

function requireCommand(words: Words, name: "pass" | "fail", cwd: string): ProgramCommand {
  const found = readCommand(`--${name}`, words.value(name) ?? "", cwd);
  if (found.words.length > 0) return found;
  throw new UserError(`Which program ${name === "pass" ? "passes" : "fails"}? Name it with --${name} 'COMMAND'.`);
}

function readCommand(option: string, text: string, cwd: string): ProgramCommand {
  const found = parseCommand(text, cwd);
  if (!found) throw new UserError(`${option} ${text} has a quote that is not closed.`);
  if (found.stdin !== undefined && !existsSync(found.stdin))
    throw new UserError(`The file ${found.stdin} for standard input does not exist.`);
  if (found.words.length > 0) checkExecutable(found.words, cwd);
  return found;
}

function requireFile(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new UserError(`The file ${file} for --expect does not exist.`);
  return path;
}

function readArrays(list: string | undefined): readonly string[] {
  const arrays = list?.split(",") ?? [];
  const wrong = arrays.find((each) => !/^[^@]+@[^@]+$/.test(each));
  if (wrong === undefined) return arrays;
  throw new UserError(`--array ${wrong} is not understood: write POINTER@LENGTH, as in a@size or buffer@16.`);
}

/** Checked here, before any test is run. */
function readPlaces(list: string | undefined): readonly string[] {
  const places = list?.split(",") ?? [];
  for (const each of places) parsePlace(each);
  return places;
}
