import type { ListRequest } from "../../settings/request.ts";

/** What `culprit args` is asked for; the words of the test are those before the arguments. */
export interface ArgsRequest extends ListRequest {
  readonly arguments: readonly Argument[];
}

/** The word of the test that the arguments replace. */
export const placeholder = "{}";

/** One argument: as the user wrote it, and the words that it becomes. */
export interface Argument {
  readonly text: string;
  readonly words: readonly string[];
}
