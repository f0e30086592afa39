import { type Difference, isReference } from "../compare/differences.ts";
import { mostValues } from "../defaults.ts";
import { type Given, isRead } from "./input-text.ts";
import { isChanged, isNumber, isSame, staysIn, variablesOf } from "./same-cause.ts";
import type { Station, Stretch } from "./timeline.ts";

/** Where the cause moves from one variable to another, or gets other values. */
export interface Transition {
  readonly before: Station;
  readonly after: Station;
  /** Between the two nothing else could be looked at. */
  readonly narrow: boolean;
}

/** The transitions in the order of the program; those from the very beginning have no line of their own. */
export function transitionsOf(stretches: readonly Stretch[]): Transition[] {
  return stretches
    .filter(({ before, after }) => before.at !== undefined && !isSame(before, after))
    .map(({ before, after, closed, moments }) => ({ before, after, narrow: closed === true && moments.length === 0 }));
}

/**
 * The likeliest place of the defect first: where a value comes up that was not there before, the earlier the likelier. A value that
 * is only handed on, or read and printed, was wrong already or is not yet; and what the program begins with is mostly used for
 * reading more.
 */
export function ranked(transitions: readonly Transition[], given: Given): Transition[] {
  const first = transitions.find(({ before }) => before.end === undefined)?.before;
  const isFirst = ({ before }: Transition) => Number(first !== undefined && isSame(first, before));
  const isAgain = repetitions();
  return transitions
    .map((transition) => ({ transition, rank: Math.min(strangeness(transition, given), isAgain(transition) ? 1 : 3) }))
    .sort((a, b) => b.rank - a.rank || isFirst(a.transition) - isFirst(b.transition))
    .map(({ transition }) => transition);
}

/** Tells whether the same line has done the same to the same variables before: in a loop, the first time says it all. */
function repetitions(): (transition: Transition) => boolean {
  const seen = new Set<string>();
  return ({ before, after }) => {
    const { file, line } = before.found?.stack[0] ?? {};
    const deed = JSON.stringify([file, line, variablesOf(before), variablesOf(after)]);
    const isAgain = seen.has(deed);
    seen.add(deed);
    return isAgain;
  };
}

/** From 0, what comes in and goes out, to 3, what was not there before. */
export function strangeness(transition: Pick<Transition, "before" | "after">, given: Given): number {
  if (transition.after.end !== undefined || transition.before.end !== undefined) return 0;
  if ([transition.before, transition.after].every(({ found }) => found!.cause.every((each) => isRead(each, given))))
    return 1;
  if (transition.after.found!.cause.length > mostValues) return 1;
  if (staysIn(transition.before, transition.after)) return changesInOne(transition) ? 3 : 2;
  return 3 - Number(handsOn(transition, "old")) - Number(handsOn(transition, "new"));
}

/** What one run changes and the other leaves alone says more than what both go on calculating with. */
function changesInOne({ before, after }: Pick<Transition, "before" | "after">): boolean {
  return isChanged(before, after, "old") !== isChanged(before, after, "new");
}

/** Whether the variables that are the cause later have, in the passing or in the failing run, values of those before. */
export function handsOn({ before, after }: Pick<Transition, "before" | "after">, which: "old" | "new"): boolean {
  if (before.end !== undefined || after.end !== undefined) return false;
  const [from, to] = [before.found!.cause, after.found!.cause];
  return to.every((now) => from.some((earlier) => isHandedOn(earlier, now, which)));
}

/** Of references that differ the texts say nothing: the thing itself is handed on if it is the same part of something. */
function isHandedOn(earlier: Difference, now: Difference, which: "old" | "new"): boolean {
  if (isReference(earlier) || isReference(now))
    return isReference(earlier) && isReference(now) && partOf(earlier) === partOf(now);
  return isSameText((earlier.whole ?? earlier)[which], (now.whole ?? now)[which]);
}

/** The last of its names: `right` of `*tree->left->right`. */
function partOf({ at: { root, steps } }: Difference): string {
  return steps.findLast((step) => step !== "*") ?? root.name;
}

/** The same value, or the same in quotes or among other text. */
function isSameText(from: string, to: string): boolean {
  const [a, b] = [bare(from), bare(to)];
  if (isNumber(a) && isNumber(b)) return Number(a) === Number(b);
  return a === b || (a.length > 1 && b.includes(a)) || (b.length > 1 && a.includes(b));
}

function bare(text: string): string {
  return text.replace(/^["'](.*)["']$/, "$1");
}
