import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { splitEnv } from "../trial/command/program-file.ts";
import { splitShellWords } from "../trial/command/shell-words.ts";
import { withoutNpx } from "./without-npx.ts";

/** A program that runs tests and reports on them. */
export type TestRunner = "pytest" | "unittest" | "vitest" | "jest" | "mocha" | "node:test" | "go test";

/** Which test runner a command starts, directly or as a script of `package.json`; undefined: none that is known. */
export function testRunnerOf(words: readonly string[], cwd: string): TestRunner | undefined {
  const { command } = splitEnv(words);
  if (isGoTest(command)) return "go test";
  return runnerIn(command) ?? runnerIn(packageScript(command, cwd));
}

/**
 * The command as it is started, many times: without npx, and with what the runner needs so that its tests can be watched. Only the main
 * threads of processes are, and Vitest may be set up to use others.
 */
export function watchableCommand(words: readonly string[], cwd: string): readonly string[] {
  const runner = runnerIn(splitEnv(words).command);
  if (runner === undefined) return words;
  const direct = withoutNpx(words, cwd);
  const isGiven = words.some((word) => /^--pool(?:=|$)/.test(word));
  return runner === "vitest" && !isGiven ? [...direct, "--pool=forks"] : direct;
}

const launchers = /^(?:npx|npm|yarn|pnpm|uv|poetry|pipenv|hatch|pdm|coverage|exec|run|node|tsx|python[\d.]*)$/;
const nodeOptionsWithValue = /^(?:-r|--require|--import|--loader|--experimental-loader)$/;
const runnersByName: Readonly<Record<string, TestRunner>> = {
  pytest: "pytest",
  "py.test": "pytest",
  unittest: "unittest",
  vitest: "vitest",
  "vitest.mjs": "vitest",
  jest: "jest",
  "jest.js": "jest",
  mocha: "mocha",
  "mocha.js": "mocha",
  _mocha: "mocha",
};

function runnerIn(command: readonly string[]): TestRunner | undefined {
  return findRunner(command)?.runner;
}

/** `at` is the index of the word that names it. */
function findRunner(command: readonly string[]): { readonly runner: TestRunner; readonly at: number } | undefined {
  const isNode = /^(?:node|nodejs|tsx)$/.test(basename(command[0] ?? ""));
  for (const [at, word] of command.entries()) {
    if (isNode && nodeOptionsWithValue.test(command[at - 1] ?? "")) continue;
    if (isNode && word === "--test") return { runner: "node:test", at };
    const runner = runnersByName[basename(word)];
    if (runner) return { runner, at };
    if (!word.startsWith("-") && !launchers.test(basename(word))) return undefined;
  }
  return undefined;
}

/** A command in two parts: what starts the runner, and the words that the runner gets. */
export interface RunnerCommand {
  readonly runner: TestRunner;
  readonly start: readonly string[];
  readonly args: readonly string[];
}

/** Undefined: it starts no runner that is known, or in a way in which no words can be added. */
export function splitRunnerCommand(words: readonly string[], cwd: string): RunnerCommand | undefined {
  const { env, command } = splitEnv(words);
  const direct = findRunner(command);
  if (direct) {
    // Node takes options only before the files.
    const at = env.length + (direct.runner === "node:test" ? 0 : direct.at) + 1;
    return { runner: direct.runner, start: words.slice(0, at), args: words.slice(at) };
  }
  const runner = runnerIn(packageScript(command, cwd));
  return runner === undefined || runner === "node:test" ? undefined : { runner, ...splitScript(words) };
}

/** npm hands on what comes after `--`, yarn and pnpm all that comes after the name of the script. */
function splitScript(words: readonly string[]): {
  readonly start: readonly string[];
  readonly args: readonly string[];
} {
  const { env, command } = splitEnv(words);
  if (basename(command[0] ?? "") === "npm") {
    const end = words.indexOf("--");
    return end === -1
      ? { start: [...words, "--"], args: [] }
      : { start: words.slice(0, end + 1), args: words.slice(end + 1) };
  }
  const at = env.length + 1 + command.slice(1).findIndex(isScriptName) + 1;
  return { start: words.slice(0, at), args: words.slice(at).filter((word) => word !== "--") };
}

/** `./cart.test -test.run TestTotal`, made by `go test -c`. */
function isGoTest([program = "", ...words]: readonly string[]): boolean {
  return program.endsWith(".test") && words.some((word) => /^--?test\./.test(word));
}

/** The command of the script that `npm test`, `npm run x` or `yarn x` start; empty: there is none. */
function packageScript([program = "", ...words]: readonly string[], cwd: string): readonly string[] {
  if (!/^(?:npm|yarn|pnpm)$/.test(basename(program))) return [];
  const name = words.find(isScriptName);
  const script = name === undefined ? undefined : scriptsIn(cwd)[name === "t" ? "test" : name];
  return typeof script === "string" ? splitEnv(splitShellWords(script) ?? []).command : [];
}

function isScriptName(word: string): boolean {
  return !word.startsWith("-") && !/^run(?:-script)?$/.test(word);
}

function scriptsIn(cwd: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")).scripts ?? {};
  } catch {
    return {};
  }
}
