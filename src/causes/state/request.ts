import type { RunRequest } from "../../run/request.ts";
import type { FailureMode } from "../../trial/failure.ts";

export type Language = "node" | "gdb" | "python";

/** What is started for one of the two runs. */
export function runOf({ stdin, ...request }: StateRequest, which: "pass" | "fail") {
  const file = stdin?.[which];
  return { command: request[which], ...(file === undefined ? {} : { stdin: file }) };
}

/** The judge of a run exits with 1: what that means is told, not that. */
export function failureOf(test: readonly string[]): FailureMode {
  return {
    mode: "exit",
    description: test.length > 0 ? "what the test fails on" : "to end and print like the failing run",
  };
}

/** What `culprit state` is asked for; `test` judges a run by its output, and may be empty. */
export interface StateRequest extends RunRequest {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
  /** Files that they read on their standard inputs. */
  readonly stdin?: { readonly pass?: string; readonly fail?: string };
  readonly language: Language;
  /** Places to look at; none: they are chosen. */
  readonly at: readonly string[];
  /** How long arrays of C behind pointers are: `a@size`. */
  readonly arrays: readonly string[];
  readonly maxValues: number;
  /** At so many places the runs are compared at most. */
  readonly maxPlaces: number;
}
