import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { splitEnv } from "../../../trial/command/program-file.ts";
import { splitShellWords } from "../../../trial/command/shell-words.ts";

/** A program that runs tests and reports on them. */
export type TestRunner = "pytest" | "unittest" | "vitest" | "jest" | "mocha" | "node:test";

/** Which test runner a command starts, directly or as a script of `package.json`; undefined: none that is known. */
export function testRunnerOf(words: readonly string[], cwd: string): TestRunner | undefined {
  const { command } = splitEnv(words);
  return runnerIn(command) ?? runnerIn(packageScript(command, cwd));
}

/**
 * The command with what the runner needs so that its tests can be watched: only the main threads of processes are, and Vitest may be
 * set up to use others.
 */
export function watchableCommand(words: readonly string[]): readonly string[] {
  const isGiven = words.some((word) => /^--pool(?:=|$)/.test(word));
  return runnerIn(splitEnv(words).command) === "vitest" && !isGiven ? [...words, "--pool=forks"] : words;
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
  const isNode = /^(?:node|nodejs|tsx)$/.test(basename(command[0] ?? ""));
  for (const [i, word] of command.entries()) {
    if (isNode && nodeOptionsWithValue.test(command[i - 1] ?? "")) continue;
    if (isNode && word === "--test") return "node:test";
    const runner = runnersByName[basename(word)];
    if (runner) return runner;
    if (!word.startsWith("-") && !launchers.test(basename(word))) return undefined;
  }
  return undefined;
}

/** The command of the script that `npm test`, `npm run x` or `yarn x` start; empty: there is none. */
function packageScript([program = "", ...words]: readonly string[], cwd: string): readonly string[] {
  if (!/^(?:npm|yarn|pnpm)$/.test(basename(program))) return [];
  const name = words.find((word) => !word.startsWith("-") && !/^run(?:-script)?$/.test(word));
  const script = name === undefined ? undefined : scriptsIn(cwd)[name === "t" ? "test" : name];
  return typeof script === "string" ? splitEnv(splitShellWords(script) ?? []).command : [];
}

function scriptsIn(cwd: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")).scripts ?? {};
  } catch {
    return {};
  }
}
