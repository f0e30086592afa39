import { readPart, withPart } from "../program/encoding.ts";
import type { Instruction } from "../program/instruction.ts";
import type { Clause } from "../source/clauses.ts";
import { isBinary, outerIndexes, type Range } from "../source/conditions.ts";
import { constantOf, isTruth, type Macros, steppedConstant } from "../source/constants.ts";
import type { SourceFile } from "../source/source-file.ts";
import { comparisonBefore, immediateOf } from "./comparison.ts";
import { findConditionals } from "./conditionals.ts";
import { isFoldedMask } from "./folded-mask.ts";
import { type FunctionContext, type MachineChange, replaceOne, type SiteDraft } from "./machine-site.ts";
import { otherConstants, type WrittenConstant } from "./other-constants.ts";

/** Numbers in statements: one more or less, or another constant. Those in comparisons belong to the condition. */
export function numberSites(context: FunctionContext): SiteDraft[] {
  const conditions = findConditionals(context);
  const compared = new Set(conditions.map(({ index }) => comparisonBefore(context.instructions, index)?.index));
  const free = [...context.instructions.keys()].filter(
    (index) => context.instructions[index]!.position !== undefined && !compared.has(index),
  );
  const uses = free.flatMap((index) => findUse(index, context));
  return uses.map((use) => literalSite(use, uses, context));
}

/** An instruction with a number that the source has. */
interface Use {
  readonly instruction: Instruction;
  readonly value: number;
  readonly source: SourceFile;
  readonly clause: Clause;
  /** Where the number is written. More than one: it cannot be told which of them the instruction has. */
  readonly written: readonly Range[];
}

const withNumbers = ["mov", "movabs", "add", "sub", "imul", "and", "or", "xor", "shl", "sar", "shr"];
const stackPointers = /%[re]?(?:sp|bp)$/;

function findUse(index: number, context: FunctionContext): Use[] {
  const instruction = context.instructions[index]!;
  const { name, operands, position } = instruction;
  const value = immediateOf(instruction);
  const isStack = stackPointers.test(operands.at(-1) ?? "");
  if (value === undefined || !withNumbers.includes(name) || !operands[0]?.startsWith("$") || isStack) return [];
  const source = context.sourceOf(position!.file);
  const clause = source.clauseAt(position!.line, position!.column);
  if (clause === undefined || isUnwritten(instruction, context.instructions[index + 1], { clause, source })) return [];
  const written = findConstants(instruction, value, { clause, source, macros: context.macros });
  return written.length > 0 ? [{ instruction, value, source, clause, written }] : [];
}

/** Numbers that the compiler needs for something else. */
function isUnwritten(
  { name, operands, encoding, bytes, position }: Instruction,
  next: Instruction | undefined,
  { clause, source }: { clause: Clause; source: SourceFile },
): boolean {
  // The 1 of `++` is not written, even if `a[1]++` has another one.
  const here = source.tokens[source.tokenAt(position!.line, position!.column) ?? -1]?.text;
  if (here === "++" || here === "--") return true;
  // Before a call, %eax says how many floating-point registers are in use.
  if (name === "mov" && /%[er]?a[xl]$/.test(operands[1] ?? "") && next?.name === "call") return true;
  // The value of `a < b` is made of 0 and 1.
  const value = encoding?.immediate && readPart(bytes, encoding.immediate);
  const isOutcome = name === "mov" && operands[1]?.startsWith("%") && (value === 0 || value === 1);
  if (isOutcome && source.leaves(clause).length > 0) return true;
  return name === "and" && isFoldedMask(clause, source);
}

interface Written {
  readonly clause: Clause;
  readonly source: SourceFile;
  readonly macros: Macros;
}

/** Where a clause has a number: as one word, or computed as a whole, as `500 + 1` is by the compiler. */
function findConstants(instruction: Instruction, value: number, written: Written): Range[] {
  const words = findWords(instruction, value, written);
  const whole = wholeValue(written);
  const isWhole = whole !== undefined && constantOf(written.source.tokens, whole, written.macros) === value;
  return words.length > 0 || !isWhole || instruction.name !== "mov" ? words : [whole];
}

function findWords({ name, position }: Instruction, value: number, written: Written): Range[] {
  const { clause, source } = written;
  const { tokens } = source;
  const isShift = ["shl", "sar", "shr"].includes(name);
  const inClause = Array.from({ length: clause.end - clause.first }, (_, k) => clause.first + k);
  // Compilers multiply by shifting, and the number is then another one.
  if (isShift && !inClause.some((at) => /^(?:<<|>>)=?$/.test(tokens[at]!.text))) return [];
  const numberAt = (at: number) => signedNumber(written, at, name);
  const operator = source.tokenAt(position!.line, position!.column);
  const isOperand = operator !== undefined && /^[-+*&|^]=?$|^[<>]{2}=?$/.test(tokens[operator]!.text);
  const operand = isOperand ? numberAt(operator + 1) : undefined;
  if (operand?.value === value) return [operand];
  return inClause.flatMap((at) => numberAt(at) ?? []).filter((each) => each.value === value);
}

/** `-1` is one number, but in `a - 1` the sign belongs to the operator; a compiler may add -1 for it. */
function signedNumber({ source, macros }: Written, at: number, name: string): (Range & { value: number }) | undefined {
  const { tokens } = source;
  // No pointer is one more than none.
  if (tokens[at] === undefined || /^(?:NULL|nullptr)$/.test(tokens[at].text)) return undefined;
  const value = constantOf(tokens, { first: at, end: at + 1 }, macros);
  const isSign = tokens[at - 1]?.text === "-" && !isBinary(tokens, at - 1);
  if (value === undefined) return undefined;
  return isSign && name !== "sub" ? { first: at - 1, end: at + 1, value: -value } : { first: at, end: at + 1, value };
}

/** What is assigned or returned. */
function wholeValue({ clause: { first, end }, source: { tokens } }: Written): Range | undefined {
  const at = outerIndexes(tokens, { first, end }).find((each) => /^(?:=|return)$/.test(tokens[each]!.text));
  return at === undefined || at + 1 >= end ? undefined : { first: at + 1, end };
}

function literalSite(use: Use, uses: readonly Use[], context: FunctionContext): SiteDraft {
  const { instruction, value, source, clause, written } = use;
  // A constant with a name may be the same number.
  const isSame = (other: Use) => other.clause === clause && other.written[0]!.first === written[0]!.first;
  const isOnly = !uses.some((other) => other !== use && isSame(other));
  const only = written.length === 1 && isOnly ? written[0] : undefined;
  const changeTo = (to: number, { id, text }: { id: string; text: string }): MachineChange[] => {
    const pieces = replaceOne(instruction, withPart(instruction.bytes, instruction.encoding!.immediate!, to));
    return pieces.length > 0 ? [{ id, kind: "number", text, pieces }] : [];
  };
  const changes = [
    ...stepsOf(use).flatMap((step) =>
      changeTo(value + step, { id: step > 0 ? "+1" : "-1", text: changedText(use, only, step) }),
    ),
    ...othersOf(use, only, context).flatMap((other) =>
      changeTo(other.value, { id: other.text, text: source.textWith(clause, only!, other.text) }),
    ),
  ];
  const { file, line, column } = instruction.position!;
  const token = only === undefined ? { line, column } : source.tokens[only.end - 1]!;
  const place = { file, line: token.line, column: token.column };
  return { ...place, what: "number", text: source.text(clause), changes };
}

/** Only in the place of a single word that is known. */
function othersOf({ instruction, value }: Use, only: Range | undefined, context: FunctionContext): WrittenConstant[] {
  if (only === undefined || only.end - only.first !== 1 || instruction.name !== "mov") return [];
  const others = otherConstants(context, instruction.position!.file, { token: only.first, value });
  return isShort(instruction) ? others.filter((other) => other.value >= 0) : others;
}

/** Half a register is set, and the rest of it becomes 0: what a negative number then is depends on the type, which is not known. */
function isShort({ operands }: Instruction): boolean {
  return /^%e|^%r\d+d$/.test(operands.at(-1) ?? "");
}

/** What is true or false is the other one, and nothing else. */
function stepsOf({ written, source, value }: Use): number[] {
  const isTrueOrFalse = written.every(({ first }) => isTruth(source.tokens[first]!.text));
  return isTrueOrFalse ? [value === 0 ? 1 : -1] : [1, -1];
}

function changedText({ instruction, value, source, clause }: Use, only: Range | undefined, step: number): string {
  if (isShort(instruction) && value + step < 0) return `${value + step} (as 32 bits) instead of ${value}`;
  if (only === undefined) return `${value + step} instead of one ${value}`;
  return source.textWith(clause, only, steppedConstant(source.text(only), value, step));
}
