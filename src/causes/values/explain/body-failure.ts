/**
 * What `explain` and its engine know of each other. They may be different builds in different contexts: the engine is loaded
 * only after a failure, beside the modules of the test runner.
 */

/** What of an input is cut into parts. */
export type InputContent =
  | { readonly kind: "text"; readonly content: string }
  | { readonly kind: "bytes"; readonly content: Uint8Array; readonly path?: string }
  | { readonly kind: "value"; readonly content: unknown };

/** How a run of a body ended. */
export type BodyEnd = "returned" | "timed out" | { readonly thrown: unknown };

/** In milliseconds; `start` is when `explain` was called, and `firstRun` the time that the body took. */
export interface Clock {
  readonly now: () => number;
  /** Lets the event loop turn. */
  readonly nextTurn: () => Promise<void>;
  readonly start: number;
  readonly firstRun: number;
  readonly budget: number;
}

/** A body that threw an error, and how to run it again. */
export interface BodyFailure {
  readonly error: unknown;
  readonly input: InputContent;
  readonly passing: InputContent | undefined;
  readonly language: string | undefined;
  /** Runs the body on a fresh input of this content, for so many milliseconds at most. */
  readonly run: (content: unknown, limit: number) => Promise<BodyEnd>;
  readonly clock: Clock;
  /** Where the inputs that are found are kept. */
  readonly cwd: string;
  /** The file of the test, where that is known. */
  readonly caller: string | undefined;
}

export interface Explanation {
  /** For the error's message. */
  readonly message?: string;
  /** For the console: the error stays as it is. */
  readonly warning?: string;
}

export interface Engine {
  readonly explainFailure: (failure: BodyFailure) => Promise<Explanation>;
}
