import type { Edits } from "../../shared/edits.ts";
import type { SourcePlaces } from "./source-places.ts";
import { type Any, hasNoSteps } from "./syntax-nodes.ts";

/** What is known where a node is visited. */
export interface Context {
  readonly source: string;
  readonly edits: Edits;
  readonly places: SourcePlaces;
  readonly strict: boolean;
  /** Inside a leaf loop: see `addLeafLoop`. */
  readonly inLeafLoop: boolean;
  readonly parent: Any;
  readonly visit: (node: Any, context: Context) => void;
}

/** The edits to make after the parts of a node have been visited. */
export type Finish = () => void;

/** A step as an expression. */
export function stepExpression(place: string, { inLeafLoop }: Context): string {
  const text = JSON.stringify(place);
  return inLeafLoop ? `${countInLeafLoop}>0||(${enterFromLeafLoop(text)})` : `--$culprit.b>0||$culprit.s(${text})`;
}

export function stepStatement(place: string, { inLeafLoop }: Context): string {
  const text = JSON.stringify(place);
  return inLeafLoop
    ? `if(${countInLeafLoop}<=0)${enterFromLeafLoop(text)};`
    : `if(--$culprit.b<=0)$culprit.s(${text});`;
}

// `|0` keeps it a small integer for the engine; otherwise counting takes five times as long.
const countInLeafLoop = "($culpritB=$culpritB-1|0)";
const enterFromLeafLoop = (text: string) => `$culpritB=$culprit.t(${text},$culpritB)|0`;

/** Adds a step between the evaluation of an expression and the use of its value. */
export function addStepAfter(node: Any, context: Context, place: string): Finish {
  if (hasNoSteps(node)) return addStepBefore(node, context, place);
  const { edits, inLeafLoop } = context;
  if (inLeafLoop) {
    edits.insert(node.start, "($culpritT=(");
    return () => edits.insert(node.end, `),${stepExpression(place, context)},$culpritT)`);
  }
  const isSequence = node.type === "SequenceExpression";
  edits.insert(node.start, `$culprit.r(${JSON.stringify(place)},${isSequence ? "(" : ""}`);
  return () => edits.insert(node.end, isSequence ? "))" : ")");
}

/** Adds a step before the evaluation of an expression. */
export function addStepBefore(node: Any, context: Context, place: string): Finish {
  const { edits } = context;
  edits.insert(node.start, `(${stepExpression(place, context)},`);
  return () => edits.insert(node.end, ")");
}

/**
 * Makes a leaf loop, one that calls nothing of the program, count its steps in a variable of its own: that halves their cost.
 * However the loop ends, it gives back the steps that are left. Code that does run inside after all, a getter, is not counted.
 */
export function addLeafLoop({ start, end }: Any, { edits }: Context): Finish {
  edits.insert(start, "{let $culpritB=$culprit.e()|0,$culpritT;try{");
  return () => edits.insert(end, "}finally{$culprit.b=$culpritB}}");
}
