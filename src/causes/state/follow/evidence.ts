import type { Ending } from "../driver/ending.ts";
import type { TransitionEvidence } from "../finding.ts";
import { type InputTexts, isCopiedFromInput, occursIn, unquote } from "./input-text.ts";
import { passesValueOn, type Transition } from "./rank.ts";
import type { Checkpoint } from "./time-span.ts";

/** What decides about the evidence besides the transition itself. */
export interface EvidenceContext {
  readonly inputs: InputTexts;
  /** How the two runs end; undefined: it does not. */
  readonly endings: { readonly pass?: Ending; readonly fail?: Ending };
  /** The first line of their outputs that differs, passing and failing. */
  readonly printed: readonly [string, string];
}

/**
 * What a transition shows. Where the runs part, or the failing one comes to its end, the program decides something; where a value is
 * only read, passed on or printed, it was wrong before.
 */
export function evidenceOf(transition: Transition, context: EvidenceContext): TransitionEvidence {
  const { before, after, parting, narrow } = transition;
  if (isReading(before, after, context.inputs)) return parting ? "move" : "hand-over";
  if (parting) return "parting";
  // What was not searched is no step into the end yet.
  if (after.end !== undefined) return isPrinted(before, context) ? "hand-over" : narrow ? "ending" : "move";
  return passesValueOn(transition, "old") && passesValueOn(transition, "new") ? "hand-over" : "move";
}

/** Different input is read in different ways, by a program that is right. */
function isReading(before: Checkpoint, after: Checkpoint, inputs: InputTexts): boolean {
  const isCopied = ({ found }: Checkpoint) => found!.cause.every((each) => isCopiedFromInput(each, inputs));
  return before.end !== undefined || (after.end === undefined && isCopied(before) && isCopied(after));
}

/** Each run ends in the same way, and prints the values that it had. */
function isPrinted({ found }: Checkpoint, { endings: { pass, fail }, printed }: EvidenceContext): boolean {
  if (!pass || pass.status !== fail?.status) return false;
  const isIn = (value = "", line: string) => {
    const text = unquote(value) ?? value;
    return text.trim() !== "" && occursIn(text, line);
  };
  return found!.cause.every((each) => {
    const { old, new: now } = each.whole ?? each;
    return isIn(old, printed[0]) && isIn(now, printed[1]);
  });
}
