import { scopeOf } from "../compare/access-path.ts";
import { type Difference, isReference } from "../compare/differences.ts";
import type { Isolated } from "../isolate/isolate.ts";
import type { Station } from "./timeline.ts";

/**
 * Nothing has happened to the cause: it is in the same variables, and what sets the two runs apart there is the same. A sum to which
 * both add the same, or a text to which both append the same, is as wrong as before.
 */
export function isSame(a: Station, b: Station): boolean {
  return told(a, asSeen) === told(b, asSeen) || (staysIn(a, b) && togetherIn(a, b).every(isAsWrong));
}

/** The same variables, whatever their values are. */
export function staysIn(a: Station, b: Station): boolean {
  return variablesOf(a) === variablesOf(b);
}

/** The variables that are the cause, as one text. */
export function variablesOf(station: Station): string {
  return told(station, ({ key }) => key);
}

/** Whether the same variables have other values later, in the passing or in the failing run. */
export function isChanged(a: Station, b: Station, which: "old" | "new"): boolean {
  return togetherIn(a, b).some(([earlier, later]) => wholeOf(earlier)[which] !== wholeOf(later)[which]);
}

/** What people could not tell apart: the same names in the same function, with the same values. */
function asSeen(difference: Difference, { stack }: Isolated): string {
  return JSON.stringify([difference.name, scopeOf(difference, stack), difference.old, difference.new]);
}

function told({ end, found }: Station, of: (difference: Difference, found: Isolated) => string): string {
  if (end !== undefined || !found) return end ?? "";
  return found.cause
    .map((each) => of(each, found))
    .sort()
    .join("\n");
}

type Twice = readonly [earlier: Difference, later: Difference];

function togetherIn({ found, end }: Station, { found: other }: Station): Twice[] {
  if (end !== undefined) return [];
  const later = new Map(other?.cause.map((each) => [each.key, each]));
  return (found?.cause ?? []).flatMap((each): Twice[] => {
    const again = later.get(each.key);
    return again ? [[each, again]] : [];
  });
}

function isAsWrong([earlier, later]: Twice): boolean {
  // Of references that differ the texts say nothing.
  if (isReference(earlier) || isReference(later)) return missing(earlier) === missing(later);
  const [a, b] = [wholeOf(earlier), wholeOf(later)];
  if (a.old === b.old && a.new === b.new) return true;
  if ([a.old, a.new, b.old, b.new].every(isNumber)) return isSameGap(a, b);
  return missing(earlier) === "" && missing(later) === "" && middles(a.old, a.new) === middles(b.old, b.new);
}

const wholeOf = (difference: Difference) => difference.whole ?? difference;

/** In which of the runs it is not there. */
function missing({ old, new: now }: Difference): string {
  return [old, now].map((value, i) => (value === "nothing" ? `${i}` : "")).join("");
}

export function isNumber(text: string): boolean {
  return text !== "" && Number.isFinite(Number(text));
}

interface Values {
  readonly old: string;
  readonly new: string;
}

/** Both have grown by as much, or by the same factor. */
function isSameGap(a: Values, b: Values): boolean {
  const [from, to, laterFrom, laterTo] = [a.old, a.new, b.old, b.new].map(Number) as [number, number, number, number];
  const hasFactors = [from, to, laterFrom, laterTo].every((each) => each !== 0);
  return isAbout(to - from, laterTo - laterFrom) || (hasFactors && isAbout(laterFrom / from, laterTo / to));
}

function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

/** Two texts without what they have in common at both ends. */
function middles(old: string, now: string): string {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return JSON.stringify([old, now].map((text) => text.slice(start, text.length - end)));
}
