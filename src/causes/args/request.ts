import type { ListRequest } from "../../settings/request.ts";

/** A request of `culprit args`; its test is the command without the arguments. */
export interface ArgsRequest extends ListRequest {
  readonly arguments: readonly Argument[];
}

/** The word of the test that is replaced by the arguments. */
export const placeholder = "{}";

/** One argument: as the user wrote it, and the words that the command gets for it. */
export interface Argument {
  readonly text: string;
  readonly words: readonly string[];
}
