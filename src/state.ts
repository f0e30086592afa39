/** culprit for programs that fail: finds the variable that makes the difference between a run that passes and one that fails. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parsePlace } from "./causes/state/capture/place.ts";
import { languageOf } from "./causes/state/command/language.ts";
import { seeThatStartable } from "./causes/state/command/launch.ts";
import { inputsOf, readCommand, type Started } from "./causes/state/command/program-command.ts";
import { usual } from "./causes/state/defaults.ts";
import { findInState } from "./causes/state/find.ts";
import type { StateFinding } from "./causes/state/finding.ts";
import { failureOf, type Language, type StateRequest } from "./causes/state/request.ts";
import { version } from "./cli/version.ts";
import { UserError } from "./core/user-error.ts";
import type { Progress } from "./run/progress.ts";
import { RunRecord } from "./run/record.ts";
import { Run } from "./run/run.ts";

export type { CauseTransition, ChainLink, StateFinding } from "./causes/state/finding.ts";
export type { CauseEntry, Finding } from "./core/finding.ts";
export { UserError } from "./core/user-error.ts";
export type { Progress } from "./run/progress.ts";
export type { Language };

/** A program and its words; a text is cut into words as a shell does it, with `<FILE` for its input; nothing else is expanded. */
export type CommandWords = string | readonly string[];

export interface StateOptions {
  /** The program as it passes, and as it fails. */
  readonly pass: CommandWords;
  readonly fail: CommandWords;
  /** Functions or `FILE:LINE`, with `#N` for the N-th time; if not given, the whole way from the input to the output. */
  readonly at?: string | readonly string[];
  /** What the command looks like, if not given. */
  readonly language?: Language;
  /** Judges a run: gets its output on standard input and how it ended in `$CULPRIT_STATUS`. Without one, the two runs do. */
  readonly test?: CommandWords;
  /** In C and C++, how long arrays behind pointers are: `a@size`, `buffer@16`. */
  readonly arrays?: readonly string[];
  /** At most so many values are taken in at a place: 100,000 if not given. */
  readonly maxValues?: number;
  /** At most so many places are looked at where none, or several, are named: 100 if not given. */
  readonly maxPlaces?: number;
  /** Where the program runs; files below are its own. The current folder if not given. */
  readonly cwd?: string;
  /** A run that takes more milliseconds tells nothing: 60,000 if not given. */
  readonly timeout?: number;
  /** Tests at a time: as many as there are cores if not given. */
  readonly jobs?: number;
  /** Ends the search early; what was found so far is given back, with the verdict `interrupted`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Stops both runs at the same places, and finds the values of the failing one that make the passing one fail. Resolves to what was
 * found, also where that is nothing: the `verdict` says so, and the `reason` why. Rejects with a UserError where it cannot begin.
 * Nothing stays behind, neither of the runs nor of the search.
 */
export async function isolateState(options: StateOptions): Promise<StateFinding> {
  const request = requestOf(options);
  const folder = mkdtempSync(join(tmpdir(), "culprit-state-"));
  try {
    const record = RunRecord.create(folder, { kind: "state", version, request });
    const listener = { onNote: () => {}, onProgress: options.onProgress ?? (() => {}) };
    const run = new Run(record, request.conditions, listener);
    return await worked(run, request, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function worked(run: Run, request: StateRequest, { signal }: StateOptions): Promise<StateFinding> {
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
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new UserError(`cwd: there is no folder ${cwd}.`);
  const [pass, fail] = [wordsOf(options, "pass"), wordsOf(options, "fail")];
  for (const each of [pass, fail]) seeThatStartable(each.words, cwd);
  const at = typeof options.at === "string" ? options.at.split(",") : (options.at ?? []);
  for (const each of at) parsePlace(each);
  const test = options.test === undefined ? [] : wordsOf(options, "test").words;
  return {
    cwd,
    pass: pass.words,
    fail: fail.words,
    stdin: inputsOf(pass, fail),
    test,
    at,
    language: languageOf({ pass: pass.words, fail: fail.words, cwd }, options.language),
    arrays: options.arrays ?? [],
    maxValues: countOf(options, "maxValues", usual.maxValues),
    maxPlaces: countOf(options, "maxPlaces", usual.maxPlaces),
    conditions: {
      jobs: countOf(options, "jobs", availableParallelism()),
      timeout: countOf(options, "timeout", usual.timeout),
      failure: failureOf(test),
      repeat: 1,
    },
  };
}

function wordsOf(options: StateOptions, name: "pass" | "fail" | "test"): Started {
  const given = options[name];
  const started = typeof given === "string" ? readCommand(given, resolve(options.cwd ?? ".")) : { words: given };
  if (!started?.words)
    throw new UserError(`${name}: ${given === undefined ? "no command is given" : `a quote is open: ${given}`}.`);
  const { words } = started;
  if (words.length === 0 || words[0] === "") throw new UserError(`${name}: the command is empty.`);
  return { ...started, words };
}

function countOf(
  options: StateOptions,
  name: "maxValues" | "maxPlaces" | "jobs" | "timeout",
  otherwise: number,
): number {
  const value = options[name] ?? otherwise;
  if (Number.isInteger(value) && value > 0) return value;
  throw new UserError(`${name} has to be a whole number from 1 on, not ${String(value)}.`);
}
