import type { Edits } from "./edits.ts";
import type { Places } from "./source-places.ts";
import { type Any, isQuiet } from "./syntax-nodes.ts";

/** What is known where a node is visited. */
export interface Context {
  readonly source: string;
  readonly edits: Edits;
  readonly places: Places;
  readonly strict: boolean;
  /** In a loop that counts for itself: see `leafLoop`. */
  readonly leaf: boolean;
  readonly parent: Any;
  readonly visit: (node: Any, context: Context) => void;
}

/** To be made behind the parts of a node. */
export type Close = () => void;

/** A step as an expression. */
export function stepText(where: string, { leaf }: Context): string {
  const text = JSON.stringify(where);
  return leaf ? `${counted}>0||(${lookedUp(text)})` : `--$culprit.b>0||$culprit.s(${text})`;
}

export function statementText(where: string, { leaf }: Context): string {
  const text = JSON.stringify(where);
  return leaf ? `if(${counted}<=0)${lookedUp(text)};` : `if(--$culprit.b<=0)$culprit.s(${text});`;
}

// Said to be a small integer at every turn, else it is taken for any number, and counting takes five times as long.
const counted = "($culpritB=$culpritB-1|0)";
const lookedUp = (text: string) => `$culpritB=$culprit.t(${text},$culpritB)|0`;

/** A step before the value of an expression is used. */
export function step(node: Any, context: Context, where: string): Close {
  if (isQuiet(node)) return stepBefore(node, context, where);
  const { edits, leaf } = context;
  if (leaf) {
    edits.insert(node.start, "($culpritT=(");
    return () => edits.insert(node.end, `),${stepText(where, context)},$culpritT)`);
  }
  const list = node.type === "SequenceExpression";
  edits.insert(node.start, `$culprit.r(${JSON.stringify(where)},${list ? "(" : ""}`);
  return () => edits.insert(node.end, list ? "))" : ")");
}

/** A step before an expression is looked at. */
export function stepBefore(node: Any, context: Context, where: string): Close {
  const { edits } = context;
  edits.insert(node.start, `(${stepText(where, context)},`);
  return () => edits.insert(node.end, ")");
}

/**
 * A loop in which nothing is called counts in a variable of its own, which costs half the time. What is left is given back
 * at the end of the loop, however it ends; what should run meanwhile after all, a getter, is not counted.
 */
export function leafLoop({ start, end }: Any, { edits }: Context): Close {
  edits.insert(start, "{let $culpritB=$culprit.e()|0,$culpritT;try{");
  return () => edits.insert(end, "}finally{$culprit.b=$culpritB}}");
}
