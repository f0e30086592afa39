import type { ConditionCode, Instruction } from "../program/instruction.ts";
import type { Leaf, Range } from "../source/conditions.ts";
import { constantOf, type Macros } from "../source/constants.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Comparison } from "./comparison.ts";
import { boundOf, isEquality, isStrict, mirror, negate, type Order, type Relation, relationOf } from "./relations.ts";

/** How a leaf of the source and the condition of an instruction belong together. */
export interface Polarity {
  /** The instruction's condition holds when the leaf does; otherwise when it does not. */
  readonly isSame: boolean;
  /** The leaf compares two values, and so does the instruction. */
  readonly compared?: {
    readonly relation: Relation;
    /** The instruction has the operands of the source exchanged; undefined: cannot be told. */
    readonly isMirrored: boolean | undefined;
    readonly order: Order | undefined;
    /** The number in the source, and on which side it stands. */
    readonly literal: Literal | undefined;
  };
}

/** The tokens that stand for a number. */
export interface Literal extends Range {
  readonly value: number;
  readonly side: "left" | "right";
}

export interface LeafContext {
  readonly source: SourceFile;
  readonly macros: Macros;
  /** The instructions between the condition before and this one. */
  readonly before: readonly Instruction[];
  /** The local variables and parameters. */
  readonly locals: ReadonlySet<string>;
}

/**
 * The compiler is free to exchange operands, to negate, and to make `<= 9` of `< 10`. Undefined: what the source says could have
 * become this instruction in more than one way, or in none, as when a macro hides the real condition.
 */
export function polarityOf(
  leaf: Leaf,
  code: ConditionCode,
  comparison: Comparison,
  context: LeafContext,
): Polarity | undefined {
  const machine = relationOf(code);
  // The sign of a difference says which number is larger only where one of them is 0.
  const isOnlySign = (code === "s" || code === "ns") && comparison.constant !== 0;
  if (machine === undefined || isOnlySign || hidesCode(leaf, context)) return undefined;
  if (leaf.relation === undefined) return valuePolarity(machine.relation, comparison, isInverted(context));
  const relation = context.source.tokens[leaf.relation]!.text as Relation;
  const [called, ...more] = calledRelations(context);
  if (called !== undefined)
    return called === relation && more.length === 0 && !isInverted(context)
      ? valuePolarity(machine.relation, comparison, false)
      : undefined;
  if (isInverted(context)) return undefined;
  const literal = literalIn(leaf, context);
  const isSame = isEquality(relation)
    ? equalityPolarity(relation, machine.relation, { comparison, literal, hasMask: hasMask(leaf, context) })
    : comparison.constant === undefined
      ? orderPolarity(relation, machine.relation)
      : literal
        ? boundPolarity(relation, machine.relation, { constant: comparison.constant, literal })
        : namedBoundPolarity(leaf, machine.relation, context);
  if (isSame === undefined) return undefined;
  const truth = isSame ? machine.relation : negate(machine.relation);
  const isMirrored = comparison.constant === undefined ? sideOf(relation, truth) : literal && literal.side === "left";
  return { isSame, compared: { relation, isMirrored, order: machine.order, literal } };
}

function sideOf(relation: Relation, truth: Relation): boolean | undefined {
  return isEquality(relation) ? undefined : truth !== relation;
}

/** Whether a value is 0. */
function valuePolarity(machine: Relation, { constant }: Comparison, isInverted: boolean): Polarity | undefined {
  return isEquality(machine) && constant === 0 ? { isSame: (machine === "!=") !== isInverted } : undefined;
}

/** `!x` of a bool may be computed before it is tested. */
function isInverted({ before }: LeafContext): boolean {
  return before.some(({ name, operands }) => name === "xor" && operands[0] === "$0x1");
}

function equalityPolarity(
  relation: Relation,
  machine: Relation,
  { comparison, literal, hasMask }: { comparison: Comparison; literal: Literal | undefined; hasMask: boolean },
): boolean | undefined {
  if (!isEquality(machine) || comparison.isFloat) return undefined;
  const isSame = machine === relation;
  if (literal === undefined) return comparison.constant === 0 && hasMask ? undefined : isSame;
  if (comparison.constant === literal.value) return isSame;
  // `(x & 4) == 4` is compiled as `(x & 4) != 0`, and so is `x == true`.
  return comparison.constant === 0 ? !isSame : undefined;
}

/** Exchanged operands keep `<` and `>` strict, and a negation does not: so it can be told which of the two happened. */
function orderPolarity(relation: Relation, machine: Relation): boolean | undefined {
  return isEquality(machine) ? undefined : isStrict(relation) === isStrict(machine);
}

function boundPolarity(
  relation: Relation,
  machine: Relation,
  { constant, literal }: { constant: number; literal: Literal },
): boolean | undefined {
  const wanted = boundOf(literal.side === "left" ? mirror(relation) : relation, literal.value);
  // Of numbers without a sign, `> 0` is compiled as `!= 0`.
  if (isEquality(machine))
    return constant === 0 && wanted.bound === 0 ? wanted.isBelow === (machine === "==") : undefined;
  const actual = boundOf(machine, constant);
  return actual.bound === wanted.bound ? actual.isBelow === wanted.isBelow : undefined;
}

/**
 * `i < MAX`: the instruction compares with a number, which cannot be the side with a variable. By how much the compiler moved the
 * bound is not known, but the direction is.
 */
function namedBoundPolarity(leaf: Leaf, machine: Relation, { source, locals }: LeafContext): boolean | undefined {
  const { tokens } = source;
  const relation = tokens[leaf.relation!]!.text as Relation;
  const right = tokens.slice(leaf.relation! + 1, leaf.end);
  const isNamed = right.length === 1 && words.test(right[0]!.text) && !locals.has(right[0]!.text);
  const hasVariable = tokens.slice(leaf.first, leaf.relation).some(({ text }) => locals.has(text));
  if (!isNamed || !hasVariable || isEquality(machine)) return undefined;
  return relation[0] === machine[0];
}

/** The number on one side of a comparison, written as such or with macros. */
function literalIn(leaf: Leaf, { source, macros }: LeafContext): Literal | undefined {
  const sides = {
    left: { first: leaf.first, end: leaf.relation! },
    right: { first: leaf.relation! + 1, end: leaf.end },
  };
  const found = (["right", "left"] as const).flatMap((side) => {
    const value = constantOf(source.tokens, sides[side], macros);
    return value === undefined ? [] : [{ ...sides[side], value, side }];
  });
  return found.length === 1 ? found[0] : undefined;
}

const words = /^[A-Za-z_]/;
const noCalls = ["sizeof", "return", "if", "while", "alignof", "_Alignof"];

/** A macro may be a condition by itself: what looks like a call has to be one, and own macros have to be numbers. */
function hidesCode({ first, end }: Leaf, { source: { tokens }, macros, before }: LeafContext): boolean {
  for (let at = first; at < end; at++) {
    const { text } = tokens[at]!;
    if (!words.test(text) || noCalls.includes(text)) continue;
    const isCall = tokens[at + 1]?.text === "(";
    const isMacro = macros.has(text) && constantOf(tokens, { first: at, end: at + 1 }, macros) === undefined;
    if (isMacro || (isCall && !before.some((each) => isCallOf(each, text)))) return true;
  }
  return false;
}

/** A call through a pointer may be one of anything. */
function isCallOf({ name, callee, operands }: Instruction, word: string): boolean {
  return callee?.includes(word) ?? (name === "call" && operands[0]?.startsWith("*") === true);
}

/** In C++ the comparison may be a function, whose result is then tested. */
function calledRelations({ before }: LeafContext): string[] {
  return before.flatMap(({ callee }) => /operator(==|!=|<=>|<=|>=|<(?!<)|>(?!>))/.exec(callee ?? "")?.[1] ?? []);
}

function hasMask({ first, end }: Leaf, { source }: LeafContext): boolean {
  return source.tokens.slice(first, end).some(({ text }) => text === "&");
}
