import { existsSync } from "node:fs";
import type { Application } from "../../application/application.ts";
import { readConditions, readCount, reportingOptions, testingOptions } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import { parsePlace } from "./capture/place.ts";
import { languageOf } from "./command/language.ts";
import { seeThatStartable } from "./command/launch.ts";
import { inputsOf, readCommand } from "./command/program-command.ts";
import { usual } from "./defaults.ts";
import type { StateFinding } from "./finding.ts";
import { failureOf, type StateRequest } from "./request.ts";

export const state: Application<StateRequest, StateFinding> = {
  name: "state",
  usage: "culprit state --pass 'COMMAND' --fail 'COMMAND' [--at PLACE,…] [options] [-- TEST…]",
  about: "the variable that makes a program fail, at one place after the other",
  options: [
    { name: "pass", value: "COMMAND", about: "the program as it passes" },
    { name: "fail", value: "COMMAND", about: "the program as it fails" },
    {
      name: "at",
      value: "PLACES",
      about: "functions or FILE:LINE, with #N for the N-th time (a list with commas); by default some are chosen",
    },
    { name: "language", value: "NAME", about: "node, python or gdb (C, C++); by default what the command looks like" },
    { name: "array", value: "HINTS", about: "how long arrays of C behind pointers are: a@size,buffer@16" },
    {
      name: "max-values",
      value: "N",
      about: `take in up to N values at a place (default: ${usual.maxValues})`,
    },
    {
      name: "max-places",
      value: "N",
      about: `compare the runs at up to N places (default: ${usual.maxPlaces})`,
    },
    ...testingOptions,
    ...reportingOptions,
  ],
  example: [
    "Both runs are stopped at the same place, and what they know there is compared. Values of the failing run are put into the",
    "passing one until the smallest difference is found that makes it fail. TEST judges a run by its output, which it gets on its",
    "standard input, and by $CULPRIT_STATUS; without one, a run fails that ends and prints like the failing one.",
    "",
    "  culprit state --pass './sample 7 8 9' --fail './sample 11 14' --at shell_sort",
  ].join("\n"),
  readRequest,
  inputs: () => [],
  find: async (run, request) => (await import("./find.ts")).findInState(run, request),
  report: async () => (await import("./report.ts")).stateReport,
};

function readRequest(words: Words, cwd: string): StateRequest {
  const command = (name: "pass" | "fail") => {
    const found = readCommand(words.value(name) ?? "", cwd);
    if (!found) throw new UserError(`--${name} ${words.value(name)} has a quote that is not closed.`);
    if (found.stdin !== undefined && !existsSync(found.stdin))
      throw new UserError(`There is no file ${found.stdin} for the standard input.`);
    if (found.words.length === 0)
      throw new UserError(`Which program ${name === "pass" ? "passes" : "fails"}? Name it by --${name} 'COMMAND'.`);
    return found;
  };
  const [pass, fail] = [command("pass"), command("fail")];
  for (const each of [pass, fail]) seeThatStartable(each.words, cwd);
  if (words.positionals.length > 0)
    throw new UserError(`${words.positionals.join(" ")} is not understood. ${state.usage}`);
  const { test = [] } = words;
  const { failure, timeout = usual.timeout, ...conditions } = readConditions(words);
  return {
    cwd,
    test,
    pass: pass.words,
    fail: fail.words,
    stdin: inputsOf(pass, fail),
    // What counts is how the judge of a run ends, not what the program says on the way.
    conditions: { ...conditions, timeout, failure: failure.mode === "same" ? failureOf(test) : failure },
    language: languageOf({ pass: pass.words, fail: fail.words, cwd }, words.value("language")),
    at: readPlaces(words.value("at")),
    arrays: readArrays(words.value("array")),
    maxValues: readCount(words, "max-values") ?? usual.maxValues,
    maxPlaces: readCount(words, "max-places") ?? usual.maxPlaces,
  };
}

function readArrays(list: string | undefined): readonly string[] {
  const arrays = list?.split(",") ?? [];
  const wrong = arrays.find((each) => !/^[^@]+@[^@]+$/.test(each));
  if (wrong === undefined) return arrays;
  throw new UserError(`--array ${wrong} is not understood: it is POINTER@LENGTH, as in a@size or buffer@16.`);
}

/** Seen to be places before any time is spent. */
function readPlaces(list: string | undefined): readonly string[] {
  const places = list?.split(",") ?? [];
  for (const each of places) parsePlace(each);
  return places;
}
