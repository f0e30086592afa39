import { type BodyInput, bodyInput } from "./body/body-input.ts";
import { extendMessage } from "./body/extend-message.ts";
import type { FileInput } from "./body/file-input.ts";
import { nextTurn, now } from "./body/main-context.ts";
import { runBody } from "./body/run-body.ts";
import { isRunAgain, withSilence } from "./body/silence.ts";
import { callerFile, timeLimitOfTest } from "./body/test-context.ts";
import type { Engine, Explanation } from "./body-failure.ts";

export interface ExplainOptions<I = unknown> {
  /** An input on which the body passes: the smallest difference from it that makes the body fail is found. */
  readonly passing?: I;
  /**
   * Maximum time for all runs together, in milliseconds; 4000 by default, since test runners end a test after 5 s, or less if
   * the time limit of the test is known to be shorter.
   */
  readonly budget?: number;
  /** The language of a text, by the names of `--language`; by default it is recognised by the name of the file, or how the text begins. */
  readonly language?: string;
}

/** The type of `explain`. */
export interface Explain {
  <R>(input: FileInput, body: (path: string) => R, options?: ExplainOptions<FileInput>): Promise<Awaited<R>>;
  <I, R>(input: I, body: (input: I) => R, options?: ExplainOptions<I>): Promise<Awaited<R>>;
}

/** Loads what is needed only after a failure. */
export type LoadEngine = () => Engine;

/** Makes `explain` for an entry point, which knows where the engine is. */
export function makeExplain(loadEngine: LoadEngine): Explain {
  const explain = async (given: unknown, body: (input: never) => unknown, options: ExplainOptions = {}) => {
    const start = now();
    const request = { body, options, start, caller: callerFile(explain), loadEngine };
    checkBudget(options);
    // culprit itself repeats the test: the failure has to stay the one that it knows, and to come as soon as it did.
    if (isInTrial() || isRunAgain()) return bodyInput(given).runFirst(body);
    const input = bodyInput(given);
    const passing = options.passing === undefined ? undefined : bodyInput(options.passing);
    try {
      return await input.runFirst(body);
    } catch (error) {
      await explainError(error, { ...request, input, passing, firstRun: now() - start });
      throw error;
    }
  };
  return explain as Explain;
}

function checkBudget({ budget }: ExplainOptions): void {
  if (budget !== undefined && !(Number.isFinite(budget) && budget > 0))
    throw new TypeError(`explain: budget must be a positive number of milliseconds, not ${String(budget)}.`);
}

function isInTrial(): boolean {
  const { CULPRIT_TRIAL, CULPRIT_SUITE, CULPRIT_INSIDE } = process.env;
  return [CULPRIT_TRIAL, CULPRIT_SUITE, CULPRIT_INSIDE].some((variable) => variable !== undefined);
}

/** Below the time limits of vitest and jest, which are 5 s. */
const defaultBudget = 4000;

interface FailedCall {
  readonly body: (input: never) => unknown;
  readonly options: ExplainOptions;
  readonly start: number;
  readonly firstRun: number;
  /** The file of the test. */
  readonly caller: string | undefined;
  readonly loadEngine: LoadEngine;
  readonly input: BodyInput;
  readonly passing: BodyInput | undefined;
}

/** Extends the message of an error by what was found out. Whatever goes wrong here, the error itself is thrown. */
async function explainError(error: unknown, call: FailedCall): Promise<void> {
  try {
    const { message, warning } = await withSilence(() => findExplanation(error, call));
    if (message !== undefined && !extendMessage(error, message)) console.warn(message);
    if (warning !== undefined) console.warn(`explain: ${warning}`);
  } catch (problem) {
    console.warn("explain: internal error, so the input was not simplified:", problem);
  }
}

async function findExplanation(error: unknown, call: FailedCall): Promise<Explanation> {
  const { body, options, input, passing, start, firstRun, caller, loadEngine } = call;
  if (takesSnapshots(body)) return { warning: "the body takes snapshots, which more runs would add to." };
  const limit = timeLimitOfTest();
  const budget = options.budget ?? Math.min(defaultBudget, limit === undefined ? defaultBudget : 0.8 * limit);
  const content = input.content();
  if (typeof content === "string") return { warning: `${content}, so it was not simplified.` };
  const passingContent = passing?.content();
  return loadEngine().explainFailure({
    error,
    input: content,
    passing: typeof passingContent === "string" ? undefined : passingContent,
    language: options.language,
    run: (candidate, limit) => runBody(() => input.runOn(candidate, body), limit),
    clock: { now, nextTurn, start, firstRun, budget },
    cwd: process.cwd(),
    caller,
  });
}

/** Each run would add snapshots to the file of the test. */
function takesSnapshots(body: (input: never) => unknown): boolean {
  return /\.to(?:Match|ThrowErrorMatching)\w*Snapshot\b/.test(String(body));
}
