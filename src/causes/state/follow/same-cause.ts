import { scopeOf } from "../compare/access-path.ts";
import { isReference, type StateDifference } from "../compare/differences.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";
import type { Checkpoint } from "./time-span.ts";

/**
 * Whether nothing happened to the cause in between: it is in the same variables, and they differ between the two runs by the same.
 * A sum to which both runs add the same, or a text to which both append the same, is as wrong as before.
 */
export function isCauseUnchanged(a: Checkpoint, b: Checkpoint): boolean {
  return describe(a, asShown) === describe(b, asShown) || (hasSameVariables(a, b) && inBoth(a, b).every(isAsWrong));
}

/** The same variables, whatever their values. */
export function hasSameVariables(a: Checkpoint, b: Checkpoint): boolean {
  return causeVariables(a) === causeVariables(b);
}

/** The variables of the cause, as one text. */
export function causeVariables(checkpoint: Checkpoint): string {
  return describe(checkpoint, ({ key }) => key);
}

/** Whether a variable of both causes has another value later, in the passing (`old`) or the failing run (`new`). */
export function isChanged(a: Checkpoint, b: Checkpoint, which: "old" | "new"): boolean {
  return inBoth(a, b).some(([earlier, later]) => wholeValues(earlier)[which] !== wholeValues(later)[which]);
}

export function isNumber(text: string): boolean {
  return text !== "" && Number.isFinite(Number(text));
}

/** What people could not tell apart: the same names in the same function, with the same values. */
function asShown(difference: StateDifference, { stack }: PlaceFinding): string {
  const values = [difference.old ?? null, difference.new ?? null];
  return JSON.stringify([difference.name, scopeOf(difference, stack), ...values]);
}

function describe(
  { end, found }: Checkpoint,
  textOf: (difference: StateDifference, found: PlaceFinding) => string,
): string {
  if (end !== undefined || !found) return end ?? "";
  return found.cause
    .map((each) => textOf(each, found))
    .sort()
    .join("\n");
}

type SameVariable = readonly [earlier: StateDifference, later: StateDifference];

function inBoth({ found, end }: Checkpoint, { found: other }: Checkpoint): SameVariable[] {
  if (end !== undefined) return [];
  const laterByKey = new Map(other?.cause.map((each) => [each.key, each]));
  return (found?.cause ?? []).flatMap((each): SameVariable[] => {
    const later = laterByKey.get(each.key);
    return later ? [[each, later]] : [];
  });
}

function isAsWrong([earlier, later]: SameVariable): boolean {
  const isAlikeMissing =
    (earlier.old === undefined) === (later.old === undefined) &&
    (earlier.new === undefined) === (later.new === undefined);
  // Texts of references say nothing about whether they are the same.
  if (isReference(earlier) || isReference(later)) return isAlikeMissing;
  const [a, b] = [wholeValues(earlier), wholeValues(later)];
  if (a.old === b.old && a.new === b.new) return true;
  if (!isComplete(a) || !isComplete(b)) return false;
  if ([a.old, a.new, b.old, b.new].every(isNumber)) return isSameGap(a, b);
  return differingMiddles(a) === differingMiddles(b);
}

const wholeValues = (difference: StateDifference): Pick<StateDifference, "old" | "new"> =>
  difference.whole ?? difference;

interface TwoValues {
  readonly old: string;
  readonly new: string;
}

function isComplete(values: Pick<StateDifference, "old" | "new">): values is TwoValues {
  return values.old !== undefined && values.new !== undefined;
}

/** Both values have grown by the same amount, or by the same factor. */
function isSameGap(a: TwoValues, b: TwoValues): boolean {
  const [old, now, laterOld, laterNow] = [a.old, a.new, b.old, b.new].map(Number) as [number, number, number, number];
  const hasFactors = [old, now, laterOld, laterNow].every((each) => each !== 0);
  return isAbout(now - old, laterNow - laterOld) || (hasFactors && isAbout(laterOld / old, laterNow / now));
}

function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

/** Both texts without their common start and end. */
function differingMiddles({ old, new: now }: TwoValues): string {
  const max = Math.min(old.length, now.length);
  let start = 0;
  while (start < max && old[start] === now[start]) start++;
  let end = 0;
  while (end < max - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return JSON.stringify([old, now].map((text) => text.slice(start, text.length - end)));
}
