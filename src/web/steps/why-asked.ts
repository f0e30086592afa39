import type { DeltaSet } from "../../core/delta-set.ts";
import { type Outcome, outcomes } from "../../core/outcome.ts";
import { asking } from "../../core/search.ts";
import { count, counted } from "../../report/quantity.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import type { RunSteps } from "./run-steps.ts";

/** Why the search asked this question, and what it would have asked next. */
export interface WhyAsked {
  readonly reason: string;
  /** What follows from each outcome; empty where the search cannot be taken again from its answers. */
  readonly next: readonly { readonly outcome: Outcome; readonly text: string }[];
}

export function whyAsked(steps: RunSteps, step: number): WhyAsked {
  const as = steps.asAt(step);
  const position = steps.positionAt(step);
  const { unit, labels } = steps.stageAt(step);
  const named = (set: DeltaSet) => described(set, unit, labels);
  if (!position) return { reason: joined(prefixFor(as), byRecord(steps, step)), next: [] };
  const best = position.best?.at(-1);
  const next = outcomes.map((outcome) => {
    const after = position.after(outcome);
    return { outcome, text: asking(after) ? `then try ${named(after.ask)}` : "then it is done" };
  });
  return { reason: joined(prefixFor(as), bySets(position.ask, best, { unit, named })), next };
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((each) => each !== "").join(" ");
}

function prefixFor(as: "memory" | "check" | undefined): string {
  if (as === "memory") return "No test was needed: the outcome of this candidate was known.";
  return as === "check" ? "This only confirms a result that was found." : "";
}

interface Naming {
  readonly unit: string;
  readonly named: (set: DeltaSet) => string;
}

function bySets(ask: DeltaSet, best: FoundSets | undefined, { unit, named }: Naming): string {
  if (!best) return `Tries ${named(ask)}.`;
  const { failing, passing } = best;
  if (passing) return narrowingPair(ask, { failing, passing }, unit);
  const left = failing.minus(ask).size;
  if (left === 0) return `Tries ${named(ask)} again.`;
  if (ask.isEmpty) return `Leaves out all of the ${counted(failing.size, unit)} that are left.`;
  const isPart = failing.contains(ask);
  if (!isPart)
    return `What was found is left out: if the other ${counted(ask.size, unit)} fail, there is another cause.`;
  return `Leaves out ${count(left)} of the ${counted(failing.size, unit)} that are left. If it still fails, the failure does not need them.`;
}

function narrowingPair(
  ask: DeltaSet,
  { failing, passing }: Required<Pick<FoundSets, "failing" | "passing">>,
  unit: string,
) {
  const apart = failing.minus(passing).size;
  const added = ask.minus(passing).size;
  return (
    `The passing and the failing set differ in ${counted(apart, unit)}. This has ${count(added)} of them: if it fails, ` +
    `the cause is ${added === 1 ? "this one" : `among these ${count(added)}`}; if it passes, ${apart - added === 1 ? "the other one" : `among the other ${count(apart - added)}`}.`
  );
}

/** Where more than the answers decides what is asked, such as a grammar: what the log says of the step. */
function byRecord(steps: RunSteps, step: number): string {
  const { unit, total, sets } = steps.stageAt(step);
  const known = byText(steps, step) ?? byOutcome(steps, step);
  if (known !== undefined) return known;
  if (steps.asAt(step) === "check") return "";
  const what = sets
    ? `This candidate has ${counted(steps.sizesAt(step).size, unit)} of ${count(total)}.`
    : `This is the next of “${steps.partAt(step)}”.`;
  return `${what} Why it was chosen is not recorded.`;
}

function byText(steps: RunSteps, step: number): string | undefined {
  if (!steps.startText) return undefined;
  const tried = counted(steps.sizesAt(step).size, steps.stageAt(step).unit);
  return `The pass “${steps.partAt(step)}” tries ${tried}; the smallest that fails so far has ${count(sizesBefore(steps, step).failing)}.`;
}

/** What either outcome tells. */
function byOutcome(steps: RunSteps, step: number): string | undefined {
  if (steps.looksForPassing(step)) return undefined;
  const { unit, sets, halving } = steps.stageAt(step);
  const ask = steps.setAt(step);
  const best = steps.failingBefore(step);
  if (ask && best?.contains(ask)) return reducing(ask, best, unit);
  const { failing, passing } = sizesBefore(steps, step);
  const { size } = steps.sizesAt(step);
  // A number, such as an instant, has no parts.
  if (!sets && passing !== undefined && passing < size && size < failing)
    return between({ size, failing, passing }, unit);
  if (halving && failing > 1)
    return `${counted(failing, unit)} are left. This is one near their middle, so that either outcome rules out about half.`;
  return undefined;
}

function sizesBefore(steps: RunSteps, step: number): Pick<ReturnType<RunSteps["sizesAt"]>, "failing" | "passing"> {
  const stage = steps.stageAt(step);
  return step > stage.from ? steps.sizesAt(step - 1) : stage;
}

/** What follows from a part of the failing set, whatever the search does with it. */
function reducing(ask: DeltaSet, failing: DeltaSet, unit: string): string {
  const left = failing.size - ask.size;
  if (left === 0) return `Tries the whole failing set: ${counted(failing.size, unit)}.`;
  const [all, them] = left === 1 ? ["", "it"] : ["at least one of ", "them"];
  const what = ask.isEmpty ? `all ${counted(left, unit)}` : `${count(left)} of the ${counted(failing.size, unit)}`;
  return `Leaves out ${what} of the failing set. If it still fails, the failure does not need ${them}; if it passes, ${all}${them} matters.`;
}

function between({ size, failing, passing }: Required<ReturnType<RunSteps["sizesAt"]>>, unit: string): string {
  return (
    `It is between the last one that passes and the first one that fails, which are ${counted(failing - passing, unit)} apart. ` +
    `It leaves ${count(size - passing)} of them if it fails, ${count(failing - size)} if it passes.`
  );
}

const maxRangesNamed = 4;

function described(set: DeltaSet, unit: string, labels: readonly string[] | undefined): string {
  if (set.isEmpty) return "none of them";
  if (labels && set.size <= maxRangesNamed) return Array.from(set, (i) => labels[i] ?? `${i}`).join(", ");
  return set.size === 1
    ? `only number ${set.toString()}`
    : `${counted(set.size, unit)} (${set.toString(maxRangesNamed)})`;
}
