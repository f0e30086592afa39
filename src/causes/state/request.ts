import type { Request } from "../../run/request.ts";

export type Language = "node" | "gdb" | "python";

/** What is started for one of the two runs. */
export function runOf({ stdin, ...request }: StateRequest, which: "pass" | "fail") {
  const file = stdin?.[which];
  return { command: request[which], ...(file === undefined ? {} : { stdin: file }) };
}

/** What `culprit state` is asked for; `test` judges a run by its output, and may be empty. */
export interface StateRequest extends Request {
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
