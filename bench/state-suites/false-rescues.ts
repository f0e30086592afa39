import type { Suspect } from "./state-command.ts";
import { type Line, lineKey } from "./subject.ts";

/** Changes of one line that made the failing run pass. */
export interface Rescues {
  readonly all: number;
  /** Those at a line that is not defective. */
  readonly false: number;
  /** Of these, those that made a passing run go wrong. */
  readonly caught: number;
}

export function countRescues(suspects: readonly Suspect[], defect: readonly Line[]): Rescues {
  const defective = new Set(defect.map(lineKey));
  const rescues = suspects.filter(({ change }) => change !== undefined);
  const wrong = rescues.filter((suspect) => !defective.has(lineKey(suspect)));
  return {
    all: rescues.length,
    false: wrong.length,
    caught: wrong.filter(({ change }) => change!.kept < change!.passing).length,
  };
}
