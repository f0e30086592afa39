/** culprit for programs that fail: finds the variable that makes the difference between a run that passes and one that fails. */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parsePlace } from "./causes/state/capture/place.ts";
import { chooseLanguage } from "./causes/state/command/language.ts";
import { type ProgramCommand, parseCommand, stdinFiles } from "./causes/state/command/program-command.ts";
import { stateDefaults } from "./causes/state/defaults.ts";
import { findInState } from "./causes/state/find.ts";
import type { StateFinding } from "./causes/state/finding.ts";
import { failureModeFor, type StateLanguage, type StateRequest } from "./causes/state/request.ts";
import { version } from "./cli/version.ts";
import { UserError } from "./core/user-error.ts";
import { RunRecord } from "./run/record/record.ts";
import { Run } from "./run/run.ts";
import type { Progress } from "./run/stage/progress.ts";
import { suiteRunnerOf } from "./suites/commands/require-runner.ts";
import { checkExecutable } from "./trial/command/program-file.ts";
import { statIfThere } from "./world/files/stat-if-there.ts";

export type { CauseTransition, ChainLink, PartnerEntry, StateFinding, TestEntry } from "./causes/state/finding.ts";
export type { CauseEntry, Finding } from "./core/finding.ts";
export { UserError } from "./core/user-error.ts";
export type { LineChange, SuspectLine } from "./lines/finding.ts";
export type { Progress } from "./run/stage/progress.ts";
export type { StateLanguage as Language };

/** A program and its arguments. A text is split into words like in a shell, with `<FILE` for standard input; nothing else is expanded. */
export type CommandWords = string | readonly string[];

export interface StateOptions {
  /** The program as it passes. Default: if `fail` runs a test of pytest, Vitest, Jest, Mocha or node:test, the nearest test that passes. */
  readonly pass?: CommandWords;
  /** The program as it fails. */
  readonly fail: CommandWords;
  /** More runs of the same program that pass, and more that fail: they make the choice of lines surer. */
  readonly alsoPass?: readonly CommandWords[];
  readonly alsoFail?: readonly CommandWords[];
  /** Files with what `fail` should print, and each of `alsoFail`. */
  readonly expect?: string | readonly string[];
  /** Change pieces of code, to see with which the failing run passes. Default: true. */
  readonly changeLines?: boolean;
  /** Functions or `FILE:LINE`, with `#N` for the N-th time. Default: the whole run, from its input to its output. */
  readonly at?: string | readonly string[];
  /** Default: what the commands look like. */
  readonly language?: StateLanguage;
  /** Judges a run: gets its output on standard input and how it ended in `$CULPRIT_STATUS`. Default: a run fails if it ends and prints like `fail`. */
  readonly test?: CommandWords;
  /** In C and C++, the lengths of arrays behind pointers: `a@size`, `buffer@16`. */
  readonly arrays?: readonly string[];
  /** Maximum number of values to capture at a place. Default: 100,000. */
  readonly maxValues?: number;
  /** Maximum number of places at which to compare the runs, besides the named ones. Default: 100. */
  readonly maxPlaces?: number;
  /** Where the program runs; files under this folder are its own. Default: the current folder. */
  readonly cwd?: string;
  /** Milliseconds for a run and its test together. Default: 60,000. */
  readonly timeout?: number;
  /** Tests at a time. Default: the number of cores. */
  readonly jobs?: number;
  /** Ends the search early: the result is what was found so far, with the verdict `interrupted`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Stops both runs at the same places, and finds the values of the failing one that make the passing one fail. Resolves even if
 * nothing was found: then `verdict` says so, and `reason` why. Rejects with a UserError if the options are wrong or the program cannot
 * be run. Leaves no files or processes behind.
 */
export async function isolateState(options: StateOptions): Promise<StateFinding> {
  const request = requestOf(options);
  const folder = mkdtempSync(join(tmpdir(), "culprit-state-"));
  try {
    const record = RunRecord.create(folder, { kind: "state", version, request });
    const listener = { onNote: () => {}, onProgress: options.onProgress ?? (() => {}) };
    const run = new Run(record, request.conditions, { listener });
    return await findUntilAborted(run, request, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findUntilAborted(run: Run, request: StateRequest, { signal }: StateOptions): Promise<StateFinding> {
  const stop = () => run.stop("interrupted");
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    return (await findInState(run, request)).finding;
  } finally {
    signal?.removeEventListener("abort", stop);
    await run.close();
  }
}

function requestOf(options: StateOptions): StateRequest {
  const cwd = resolve(options.cwd ?? ".");
  if (!statIfThere(cwd)?.isDirectory()) throw new UserError(`cwd: the folder ${cwd} does not exist.`);
  const fail = commandOf(options, "fail");
  const findsPass = options.pass === undefined && suiteRunnerOf(fail.words, cwd) !== undefined;
  const pass = findsPass ? { words: [] } : commandOf(options, "pass");
  for (const each of findsPass ? [fail] : [pass, fail]) checkExecutable(each.words, cwd);
  const at = typeof options.at === "string" ? options.at.split(",") : (options.at ?? []);
  for (const each of at) parsePlace(each);
  const test = options.test === undefined ? [] : commandOf(options, "test").words;
  const judged = { cwd, pass: pass.words, fail: fail.words, test };
  return {
    ...judged,
    stdin: stdinFiles(pass, fail),
    also: {
      pass: (options.alsoPass ?? []).map((each) => readCommand("alsoPass", each, cwd)),
      fail: (options.alsoFail ?? []).map((each) => readCommand("alsoFail", each, cwd)),
    },
    expected: [options.expect ?? []].flat().map((file) => resolve(cwd, file)),
    changeLines: options.changeLines ?? true,
    at,
    language: chooseLanguage({ pass: pass.words, fail: fail.words, cwd }, options.language),
    arrays: options.arrays ?? [],
    maxValues: countOf(options, "maxValues", stateDefaults.maxValues),
    maxPlaces: countOf(options, "maxPlaces", stateDefaults.maxPlaces),
    conditions: {
      jobs: countOf(options, "jobs", availableParallelism()),
      timeout: countOf(options, "timeout", stateDefaults.timeout),
      failure: failureModeFor(judged),
      repeat: 1,
    },
  };
}

function commandOf(options: StateOptions, name: "pass" | "fail" | "test"): ProgramCommand {
  const given = options[name];
  if (given === undefined) throw new UserError(`${name}: no command was given.`);
  return readCommand(name, given, resolve(options.cwd ?? "."));
}

function readCommand(name: string, given: CommandWords, cwd: string): ProgramCommand {
  const command = typeof given === "string" ? parseCommand(given, cwd) : { words: given };
  if (!command) throw new UserError(`${name}: a quote is not closed: ${given}`);
  if (command.words.length === 0 || command.words[0] === "") throw new UserError(`${name}: the command is empty.`);
  return command;
}

function countOf(
  options: StateOptions,
  name: "maxValues" | "maxPlaces" | "jobs" | "timeout",
  defaultValue: number,
): number {
  const value = options[name] ?? defaultValue;
  if (Number.isInteger(value) && value > 0) return value;
  throw new UserError(`${name} must be a positive integer, not ${String(value)}.`);
}
