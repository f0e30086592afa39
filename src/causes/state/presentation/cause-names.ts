import { clipAroundDifference } from "../../../core/clip-around-difference.ts";
import type { CauseEntry } from "../../../core/finding.ts";

type Cause = readonly CauseEntry[];

/**
 * The variables of a cause by name; with their functions where two of them, or a cause that it is shown beside, have the same
 * names.
 */
export function causeNames(cause: Cause, ...others: readonly (Cause | undefined)[]): string[] {
  const isAlike = (other: Cause | undefined) =>
    other && plainNames(other) === plainNames(cause) && scopedNames(other) !== scopedNames(cause);
  const isTwice = new Set(cause.map(plainName)).size < cause.length || cause.some(({ alike }) => alike);
  return isTwice || others.some(isAlike) ? cause.map(scopedName) : cause.map(plainName);
}

/** The variables of a cause and of the one it becomes; with their values, where they are the same variables. */
export function namesOfMove(from: Cause, to: Cause): readonly [string[], string[]] {
  const names = [causeNames(from, to), causeNames(to, from)] as const;
  if (!isSameCause(from, to)) return names;
  const valued = (all: string[], cause: Cause) => all.map((name, i) => `${name} (${valuesOf(cause[i]!)})`);
  return [valued(names[0], from), valued(names[1], to)];
}

const maxValueLength = 30;

function valuesOf({ old = "", new: now = "" }: CauseEntry): string {
  const [passing, failing] = clipAroundDifference(old, now, maxValueLength);
  return `${failing} instead of ${passing}`;
}

/** Whether two causes are the same variables of the same functions. */
export function isSameCause(one: Cause, other: Cause): boolean {
  return scopedNames(one) === scopedNames(other);
}

/** And with the same values. */
export function isAlikeCause(one: Cause, other: Cause): boolean {
  const text = (cause: Cause) => JSON.stringify(cause.map((each) => [scopedName(each), each.old, each.new]));
  return text(one) === text(other);
}

const plainName = ({ variable = "" }: CauseEntry) => variable;

function scopedName({ variable = "", scope }: CauseEntry): string {
  return scope === undefined ? variable : `${variable} in ${scope}`;
}

const plainNames = (cause: Cause) => cause.map(plainName).join("\n");
const scopedNames = (cause: Cause) => cause.map(scopedName).join("\n");
