import type { CommonMoment } from "../capture/place.ts";
import { isDereference } from "../compare/access-path.ts";
import { isReference, type StateDifference } from "../compare/differences.ts";
import { maxCauseValues } from "../defaults.ts";
import { type InputTexts, isCopiedFromInput } from "./input-text.ts";
import { causeVariables, hasSameVariables, isCauseUnchanged, isChanged, isNumber } from "./same-cause.ts";
import type { Checkpoint, TimeSpan } from "./time-span.ts";

/** Where the cause moves from one variable to another, or its variable changes. */
export interface Transition {
  readonly before: Checkpoint;
  readonly after: Checkpoint;
  /** There is nothing to look at between the two. */
  readonly narrow: boolean;
  /** The line in between after which the runs go on at different places. */
  readonly parting?: CommonMoment;
}

type Ends = Pick<Transition, "before" | "after">;

/** The transitions in the order of the program, without those from its very start, which have no line. */
export function transitionsIn(spans: readonly TimeSpan[]): Transition[] {
  return spans
    .filter(({ before, after }) => before.at !== undefined && !isCauseUnchanged(before, after))
    .map(({ before, after, closed, moments }) => {
      const parting = closed ? [before.at!, ...moments].find(isPartingLine) : undefined;
      const narrow = closed === true && moments.length === 0;
      return { before, after, narrow, ...(parting ? { parting } : {}) };
    });
}

/** A call is left out: the runs part in the code around it, after it has returned, and the cause moves inside of it. */
function isPartingLine({ parting, passing }: CommonMoment): boolean {
  return parting !== undefined && passing.function === undefined;
}

/**
 * The likeliest place of the defect first: where a value comes up that was not there before, and earlier ones before later ones. A
 * value that is only passed on, read or printed was wrong before or becomes wrong later; and what a program starts with is mostly
 * used to read more.
 */
export function rankTransitions(transitions: readonly Transition[], inputs: InputTexts): Transition[] {
  const first = transitions.find(({ before }) => before.end === undefined)?.before;
  const isFirst = ({ before }: Transition) => Number(first !== undefined && isCauseUnchanged(first, before));
  const isRepeated = repetitionFilter();
  return transitions
    .map((transition) => ({
      transition,
      rank: Math.min(suspicionOf(transition, inputs), isRepeated(transition) ? 1 : 3),
    }))
    .sort((a, b) => b.rank - a.rank || isFirst(a.transition) - isFirst(b.transition))
    .map(({ transition }) => transition);
}

/** Recognises that a line has done the same to the same variables before: of the rounds of a loop, only the first counts. */
function repetitionFilter(): (transition: Transition) => boolean {
  const seen = new Set<string>();
  return ({ before, after }) => {
    const { file, line } = before.found?.stack[0] ?? {};
    const key = JSON.stringify([file, line, causeVariables(before), causeVariables(after)]);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  };
}

/** How likely the defect is between two checkpoints: from 0, for input and output, to 3, for values that were not there before. */
export function suspicionOf({ before, after }: Ends, inputs: InputTexts): number {
  if (before.end !== undefined || after.end !== undefined) return 0;
  const isCopied = ({ found }: Checkpoint) => found!.cause.every((each) => isCopiedFromInput(each, inputs));
  if (isCopied(before) && isCopied(after)) return 1;
  if (after.found!.cause.length > maxCauseValues) return 1;
  if (hasSameVariables(before, after)) return changesInOneRun(before, after) ? 3 : 2;
  return 3 - Number(passesValueOn({ before, after }, "old")) - Number(passesValueOn({ before, after }, "new"));
}

/** A variable that only one run changes says more than one with which both go on calculating. */
function changesInOneRun(before: Checkpoint, after: Checkpoint): boolean {
  return isChanged(before, after, "old") !== isChanged(before, after, "new");
}

/** Whether the later variables only have values of the earlier ones, in the passing (`old`) or the failing run (`new`). */
export function passesValueOn({ before, after }: Ends, which: "old" | "new"): boolean {
  if (before.end !== undefined || after.end !== undefined) return false;
  const [from, to] = [before.found!.cause, after.found!.cause];
  return to.every((later) => from.some((earlier) => hasSameValue(earlier, later, which)));
}

/** Texts of references say nothing about whether they are the same: the same part of something is taken for the same thing. */
function hasSameValue(earlier: StateDifference, later: StateDifference, which: "old" | "new"): boolean {
  if (isReference(earlier) || isReference(later))
    return isReference(earlier) && isReference(later) && partName(earlier) === partName(later);
  return containsSameText((earlier.whole ?? earlier)[which], (later.whole ?? later)[which]);
}

/** Its last name: `right` in `*tree->left->right`. */
function partName({ at: { root, steps } }: StateDifference): string {
  return steps.findLast((step) => !isDereference(step)) ?? root.name;
}

/** The same value, with or without quotes, or within other text. */
function containsSameText(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return from === to;
  const [a, b] = [withoutQuotes(from), withoutQuotes(to)];
  if (isNumber(a) && isNumber(b)) return Number(a) === Number(b);
  return a === b || (a.length > 1 && b.includes(a)) || (b.length > 1 && a.includes(b));
}

function withoutQuotes(text: string): string {
  return text.replace(/^["'](.*)["']$/, "$1");
}
