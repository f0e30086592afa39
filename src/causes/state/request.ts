import type { Request } from "../../run/request.ts";

export type Language = "node" | "gdb" | "python";

/** What `culprit state` is asked for; `test` judges a run by its output, and may be empty. */
export interface StateRequest extends Request {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
  readonly language: Language;
  /** Places to look at; none: they are chosen. */
  readonly at: readonly string[];
  readonly maxValues: number;
  /** At so many places the runs are compared at most. */
  readonly maxPlaces: number;
}
