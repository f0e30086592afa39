import type { Observation } from "../../../trial/observation.ts";
import { beginningOf, type Ending } from "./judge.ts";

/** What a run shows of the failure besides the outcome of its test. */
export interface Likeness {
  /** It prints just what the failing run does. */
  readonly exact: boolean;
  /** How many lines it prints that of the two runs only the failing one does, less those that neither does. */
  readonly lines: number;
}

/** As the details of an observation, for `likenessIn`. */
export function likenessOf(
  output: string,
  { pass, fail }: { readonly pass?: Ending; readonly fail?: Ending },
): string | undefined {
  if (!fail) return undefined;
  const printed = beginningOf(Buffer.from(output));
  const lines = likeLines(printed, pass?.begins ?? "", fail.begins);
  return JSON.stringify({ exact: printed === fail.begins, lines } satisfies Likeness);
}

export function likenessIn({ details }: Pick<Observation, "details">): Likeness | undefined {
  return details === undefined ? undefined : JSON.parse(details);
}

function likeLines(printed: string, passing: string, failing: string): number {
  const [ours, theirs] = [counted(passing), counted(failing)];
  let lines = 0;
  for (const [line, times] of counted(printed)) {
    const [usual, wanted] = [ours.get(line) ?? 0, theirs.get(line) ?? 0];
    const more = Math.max(0, times - usual);
    const like = Math.min(more, Math.max(0, wanted - usual));
    lines += like - (more - like);
  }
  return lines;
}

/** How often each line is there. */
function counted(text: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of text.split("\n")) times.set(line, (times.get(line) ?? 0) + 1);
  return times;
}
