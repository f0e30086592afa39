import { closing } from "./clauses.ts";
import type { Token } from "./tokens.ts";

/** The smallest part of a condition that is tested by itself: `a < b` and `p` in `a < b && !p`. Numbers count tokens. */
export interface Leaf extends Range {
  /** The index of `==`, `!=`, `<`, `<=`, `>` or `>=`; undefined: it is tested whether the value is 0. */
  readonly relation?: number;
}

export interface Range {
  readonly first: number;
  readonly end: number;
}

/** The leaves of an expression, in the order in which they are executed. `isTested`: the expression is a condition as a whole. */
export function leavesOf(tokens: readonly Token[], range: Range, isTested: boolean): Leaf[] {
  const inner = withoutParentheses(tokens, range);
  const { first, end } = inner;
  if (first >= end) return [];
  const isReturn = tokens[first]!.text === "return";
  if (isReturn) return leavesOf(tokens, { first: first + 1, end }, isTested);
  const split = weakestOperator(tokens, inner);
  const left = { first, end: split?.at ?? first };
  const right = { first: (split?.at ?? first) + 1, end };
  const visit = (part: Range, tested: boolean) => leavesOf(tokens, part, tested);
  switch (split?.kind) {
    case "comma":
      return [...visit(left, false), ...visit(right, isTested)];
    case "assignment":
      return [...visit(right, false), ...(isTested ? [inner] : [])];
    case "choice":
      return [...visit(left, true), ...choices(tokens, right).flatMap((part) => visit(part, isTested))];
    case "connective":
      return [...visit(left, true), ...visit(right, true)];
    case "relation":
      return [...visit(left, false), ...visit(right, false), { ...inner, relation: split.at }];
  }
  if (tokens[first]!.text === "!") return visit({ first: first + 1, end }, true);
  const isConstant = end - first === 1 && /^(?:\d|true$|false$)/.test(tokens[first]!.text);
  const nested = groupsIn(tokens, inner).flatMap((group) => visit(group, false));
  return isTested && !isConstant ? [...nested, inner] : nested;
}

/** `(a) + (b)` keeps its parentheses, `(a + b)` does not. */
export function withoutParentheses(tokens: readonly Token[], { first, end }: Range): Range {
  while (end - first >= 2 && tokens[first]!.text === "(" && closing(tokens, first) === end - 1) {
    first++;
    end--;
  }
  return { first, end };
}

type Kind = "comma" | "assignment" | "choice" | "connective" | "relation";

/** From the weakest on: the operator at which an expression is split first. */
const strengths: readonly (readonly [Kind, readonly string[], side: "first" | "last"])[] = [
  ["comma", [","], "last"],
  ["assignment", ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="], "first"],
  ["choice", ["?"], "first"],
  ["connective", ["||"], "last"],
  ["connective", ["&&"], "last"],
  ["relation", ["==", "!="], "last"],
  ["relation", ["<", "<=", ">", ">="], "last"],
];
const weakerThanRelations = ["|", "^", "&"];

function weakestOperator(tokens: readonly Token[], range: Range): { kind: Kind; at: number } | undefined {
  const outer = outerIndexes(tokens, range);
  for (const [kind, texts, side] of strengths) {
    const found = outer.filter((at) => texts.includes(tokens[at]!.text) && at > range.first);
    // `a & b == c` is `a & (b == c)`: rare, and mostly a mistake. It is left alone.
    if (
      kind === "relation" &&
      outer.some((at) => isBinary(tokens, at) && weakerThanRelations.includes(tokens[at]!.text))
    )
      return undefined;
    const at = side === "first" ? found[0] : found.at(-1);
    if (at !== undefined) return { kind, at };
  }
  return undefined;
}

/** The indexes of the tokens that stand in no brackets. */
export function outerIndexes(tokens: readonly Token[], { first, end }: Range): number[] {
  const found: number[] = [];
  for (let at = first; at < end; at++) {
    found.push(at);
    if (/^[([{]$/.test(tokens[at]!.text)) at = closing(tokens, at) ?? end;
  }
  return found;
}

/** An operator between two operands, not `-` in `(-1)` or `&` in `f(&x)`. */
export function isBinary(tokens: readonly Token[], at: number): boolean {
  return /^(?:[\w)\]'"].*|\+\+|--)$/.test(tokens[at - 1]?.text ?? "") && tokens[at - 1]?.text !== "return";
}

/** `a : b` behind a question mark. */
function choices(tokens: readonly Token[], range: Range): Range[] {
  let depth = 0;
  for (const at of outerIndexes(tokens, range)) {
    const { text } = tokens[at]!;
    if (text === "?") depth++;
    else if (text === ":" && depth-- === 0)
      return [
        { first: range.first, end: at },
        { first: at + 1, end: range.end },
      ];
  }
  return [range];
}

/** What stands in the brackets of an expression. */
function groupsIn(tokens: readonly Token[], range: Range): Range[] {
  return outerIndexes(tokens, range).flatMap((at) => {
    const close = /^[([{]$/.test(tokens[at]!.text) ? closing(tokens, at) : undefined;
    return close === undefined || close > range.end ? [] : [{ first: at + 1, end: close }];
  });
}
