import type { CauseEntry } from "../core/finding.ts";

type Cause = readonly CauseEntry[];

/** The variables of a cause by name; where another cause that it is told from has the same names, with their functions. */
export function causeNames(cause: Cause, ...others: readonly (Cause | undefined)[]): string[] {
  const isAlike = (other: Cause | undefined) =>
    other && plainNames(other) === plainNames(cause) && scopedNames(other) !== scopedNames(cause);
  return others.some(isAlike) ? cause.map(scopedName) : cause.map(plainName);
}

/** Whether two causes are the same variables of the same functions. */
export function isSameCause(one: Cause, other: Cause): boolean {
  return scopedNames(one) === scopedNames(other);
}

const plainName = ({ variable = "" }: CauseEntry) => variable;

function scopedName({ variable = "", scope }: CauseEntry): string {
  return scope === undefined ? variable : `${variable} in ${scope}`;
}

const plainNames = (cause: Cause) => cause.map(plainName).join("\n");
const scopedNames = (cause: Cause) => cause.map(scopedName).join("\n");
