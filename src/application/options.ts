import { availableParallelism } from "node:os";
import { UserError } from "../core/user-error.ts";
import type { Conditions } from "../run/conditions.ts";
import type { Goal } from "../search/goal.ts";
import { simplifying } from "../search/names.ts";
import type { FailureMode } from "../trial/failure.ts";
import type { Option, Words } from "./words.ts";

/** Options of commands that simplify. */
export const searchOptions: readonly Option[] = [
  {
    name: "search",
    value: "NAME",
    choices: Object.keys(simplifying),
    about: `for simplifying: ${Object.entries(simplifying)
      .map(([name, { about }]) => `${name} (${about})`)
      .join(", ")}`,
  },
  { name: "causes", value: "N", about: "look for up to N causes that do not overlap" },
];

/** Options of every command that runs tests. */
export const testingOptions: readonly Option[] = [
  { name: "jobs", value: "N", about: "how many tests run at a time (default: the number of cores)" },
  {
    name: "timeout",
    value: "D",
    about:
      "time limit for a test, such as 30s or 5m (default: 60s for the first runs, then ten times the slower of them, at least 2s)",
  },
  { name: "max-tests", value: "N", about: "stop after this many needed tests, with the best result so far" },
  { name: "budget", value: "D", about: "stop after this time, with the best result so far" },
  {
    name: "reuse",
    about: "reuse outcomes of earlier runs here if the test, the files it names and the failure are the same",
  },
  {
    name: "sandbox",
    about: "run each test in a sandbox (bubblewrap): it can write only to its own folders, and has no network",
  },
  {
    name: "setup",
    value: "CMD",
    about:
      "run this once for each of the --jobs slots before its tests (CULPRIT_SLOT: 0, 1, …), as for a database or server",
  },
  { name: "teardown", value: "CMD", about: "run this once for each slot at the end" },
  { name: "repeat", value: "N|auto", about: "run each test up to N times, until it fails; auto: as often as needed" },
  {
    name: "failure",
    value: "WHAT",
    about: "what counts as the failure: same (default), exit, any, or match:REGEX of the output",
  },
  { name: "interesting", about: "exit 0 is the failure, everything else passes (as for C-Reduce)" },
];

/** How a finding is printed, besides as text. */
export const reporters = ["github", "gitlab", "sarif", "markdown", "json"] as const;

/** The option of every command that prints in colours. */
export const colorOption: Option = {
  name: "color",
  value: "WHEN",
  choices: ["auto", "always", "never"],
  about: "auto (default), always or never; NO_COLOR and FORCE_COLOR do the same",
};

/** Options of every command that reports a finding. */
export const reportingOptions: readonly Option[] = [
  { name: "json", about: "print the finding as one JSON object" },
  {
    name: "reporter",
    value: "NAME",
    choices: reporters,
    about:
      "print the finding for another program: github (annotations), gitlab (Code Quality), sarif, markdown or json",
  },
  { name: "html", value: "FILE", about: "write a report with the cause, the steps and a plot of the search" },
  { name: "quiet", about: "show no progress" },
  {
    name: "agent",
    about:
      "for a coding agent: no progress, the answer in at most 40 lines, the next command (default if AI_AGENT is set)",
  },
  colorOption,
  { name: "help", about: "show this" },
];

/** Options of commands whose candidates a person can look at. */
export const askOptions: readonly Option[] = [
  {
    name: "ask",
    about:
      "you say whether each candidate fails, here or on the page of culprit serve; the test only shows it to you, and its exit status does not count",
  },
];

export function readConditions(words: Words): Conditions {
  const conditions = readTestConditions(words);
  return words.has("ask") ? asked(conditions, words) : conditions;
}

/** People look at one candidate at a time, for as long as they like. */
function asked(conditions: Conditions, words: Words): Conditions {
  const lone = ["interesting", "failure", "repeat", "jobs"].find((name) => words.isGiven(name));
  if (lone !== undefined)
    throw new UserError(`--ask and --${lone} exclude each other: you say what fails, of one candidate at a time.`);
  return {
    ...conditions,
    ask: true,
    ...{ jobs: 1, repeat: 1 },
    failure: { mode: "exit", description: "what you say fails" },
    timeout: conditions.timeout ?? 24 * units.h!,
  };
}

function readTestConditions(words: Words): Conditions {
  const count = (option: string) => readCount(words, option);
  const repeat = words.value("repeat");
  return {
    jobs: count("jobs") ?? availableParallelism(),
    failure: readFailure(words),
    repeat: repeat === "auto" ? "auto" : (count("repeat") ?? 1),
    timeout: readDuration(words, "timeout"),
    maxTests: count("max-tests"),
    budget: readDuration(words, "budget"),
    reuse: words.has("reuse"),
    sandbox: words.has("sandbox"),
    setup: readShellCommand(words, "setup"),
    teardown: readShellCommand(words, "teardown"),
  };
}

/** The words of the test; `example` is a whole command to show to a user who left it out. */
export function readTest(words: Words, example: string): readonly string[] {
  if (!words.test || words.test.length === 0)
    throw new UserError(`What is the test? Put it after --, as in: culprit ${example}`);
  if (words.test[0] === "") throw new UserError("The test starts with an empty word: name the program to run first.");
  return words.test;
}

/** An option whose value is a command for the shell. */
export function readShellCommand(words: Words, option: string): string | undefined {
  const command = words.value(option);
  if (command?.trim() === "") throw new UserError(`--${option} needs a command.`);
  return command;
}

/** An option whose value is a list, separated by commas. */
export function readList(words: Words, option: string): string[] {
  return (words.value(option) ?? "").split(",").filter((item) => item !== "");
}

/** The name of the search for simplifying. */
export function readSearch(words: Words, goal: Goal): string {
  const name = words.value("search");
  if (name === undefined) return "auto";
  if (!Object.hasOwn(simplifying, name)) {
    throw new UserError(`--search is one of ${Object.keys(simplifying).join(", ")}, not "${name}".`);
  }
  if (goal !== "simplify") throw new UserError("--search chooses how to simplify; isolating always uses dd.");
  return name;
}

/** A positive integer. */
export function readCount(words: Words, option: string): number | undefined {
  const text = words.value(option);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  const auto = option === "repeat" ? " or auto" : "";
  throw new UserError(`--${option} takes a positive integer${auto}, not "${text}".`);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `30s`, `5m`, `1h`, `500ms`; a bare number is seconds. */
export function readDuration(words: Words, option: string): number | undefined {
  const text = words.value(option);
  if (text === undefined) return undefined;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  const milliseconds = match ? Math.round(Number(match[1]) * units[match[2] ?? "s"]!) : 0;
  // A timer for more than 24 days overflows and fires at once.
  if (milliseconds > 0 && milliseconds < 2 ** 31) return milliseconds;
  throw new UserError(`--${option} takes a duration such as 30s or 5m, not "${text}".`);
}

function readFailure(words: Words): FailureMode {
  const text = words.value("failure");
  if (words.has("interesting")) {
    if (text !== undefined) throw new UserError("--interesting and --failure exclude each other: use one of them.");
    return { mode: "interesting" };
  }
  if (text === undefined || text === "same") return { mode: "same" };
  if (text === "exit" || text === "any") return { mode: text };
  if (!text.startsWith("match:")) {
    throw new UserError(`--failure is one of same, exit, any or match:REGEX, not "${text}".`);
  }
  const pattern = text.slice("match:".length);
  try {
    new RegExp(pattern, "m");
  } catch (error) {
    throw new UserError(`--failure ${text}: ${(error as Error).message}.`);
  }
  return { mode: "match", pattern };
}
