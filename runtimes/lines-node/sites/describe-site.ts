import { childrenOf, isFunction, type SyntaxNode } from "../../shared/syntax-tree.ts";
import { type CodePositions, type Effect, hashOf, type SiteId, type SiteType } from "./site-id.ts";
import type { CodeSite } from "./visit-sites.ts";

interface SiteSource {
  readonly file: string;
  readonly source: string;
  readonly positions: CodePositions;
}

export function describeSite(site: CodeSite, { file, source, positions }: SiteSource): SiteId {
  const { start, end } = site.node;
  return {
    file,
    position: positions.of(start),
    length: end - start,
    type: typeOf(site),
    cuts: cutsOf(callIn(site.node)).map((cut) => cut - start),
    effect: effectOf(site.node),
    hash: hashOf(source.slice(start, end)),
  };
}

/** The call of `a?.b()`, which has the same range. */
export function callIn(node: SyntaxNode): SyntaxNode {
  return node.type === "ChainExpression" ? node.expression : node;
}

function typeOf({ node, isShorthand }: CodeSite): SiteType {
  return isShorthand ? "shorthand" : (types[callIn(node).type] ?? "other");
}

const types: Readonly<Record<string, SiteType>> = {
  BinaryExpression: "binary",
  LogicalExpression: "logical",
  AssignmentExpression: "assignment",
  UpdateExpression: "update",
  UnaryExpression: "unary",
  CallExpression: "call",
  NewExpression: "call",
  ExpressionStatement: "statement",
  BreakStatement: "jump",
  ContinueStatement: "jump",
};

function cutsOf({ type, left, expression, arguments: values }: SyntaxNode): number[] {
  if (/^(Binary|Logical|Assignment)Expression$/.test(type)) return [left.end];
  if (type === "ExpressionStatement") return [expression.end];
  if (!/^(Call|New)Expression$/.test(type) || values.length === 0) return [];
  return [values[0].start, values[0].end, values.at(-1).end];
}

function effectOf(node: SyntaxNode): Effect {
  if (contains(node, /^(Await|Yield)Expression$/)) return "suspends";
  return contains(node, actions) ? "acts" : "pure";
}

const actions = /^((Call|New|Assignment|Update|Import|TaggedTemplate)Expression|SpreadElement)$/;

/** Whether a node, or one inside it but not in a function inside it, is of a type. */
function contains(node: SyntaxNode, type: RegExp): boolean {
  if (type.test(node.type)) return true;
  return !isFunction(node) && [...childrenOf(node)].some(([, child]) => contains(child, type));
}
