import { readPart, withPart } from "../program/encoding.ts";
import type { Instruction } from "../program/instruction.ts";
import type { Clause } from "../source/clauses.ts";
import { isBinary, type Range } from "../source/conditions.ts";
import type { SourceFile } from "../source/source-file.ts";
import { literalValue } from "../source/tokens.ts";
import { comparisonBefore, immediateOf } from "./comparison.ts";
import { findConditionals } from "./conditionals.ts";
import { isFoldedMask } from "./folded-mask.ts";
import { type FunctionContext, type MachineChange, replaceOne, type SiteDraft } from "./machine-site.ts";

/** Numbers in statements, and indexes of arrays: one more or less. Those in comparisons belong to the condition. */
export function numberSites(context: FunctionContext): SiteDraft[] {
  const conditions = findConditionals(context);
  const compared = new Set(conditions.map(({ index }) => comparisonBefore(context.instructions, index)?.index));
  const free = [...context.instructions.keys()].filter(
    (index) => context.instructions[index]!.position !== undefined && !compared.has(index),
  );
  const uses = free.flatMap((index) => findUse(index, context));
  return [
    ...uses.map((use) => literalSite(use, uses)),
    ...free.flatMap((index) => indexSite(context.instructions[index]!, context)),
  ];
}

/** An instruction with a number that the source has. */
interface Use {
  readonly instruction: Instruction;
  readonly value: number;
  readonly source: SourceFile;
  readonly clause: Clause;
  /** Where the number is written. More than one: it cannot be told which of them the instruction has. */
  readonly written: readonly number[];
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
  const written = findLiteral(instruction, value, { clause, source });
  return written.length > 0 ? [{ instruction, value, source, clause, written }] : [];
}

/** Numbers that the compiler needs for something else. */
function isUnwritten(
  { name, operands, encoding, bytes }: Instruction,
  next: Instruction | undefined,
  { clause, source }: { clause: Clause; source: SourceFile },
): boolean {
  // Before a call, %eax says how many floating-point registers are in use.
  if (name === "mov" && /%[er]?a[xl]$/.test(operands[1] ?? "") && next?.name === "call") return true;
  // The value of `a < b` is made of 0 and 1.
  const value = encoding?.immediate && readPart(bytes, encoding.immediate);
  const isOutcome = name === "mov" && operands[1]?.startsWith("%") && (value === 0 || value === 1);
  if (isOutcome && source.leaves(clause).length > 0) return true;
  return name === "and" && isFoldedMask(clause, source);
}

function findLiteral(
  { name, position }: Instruction,
  value: number,
  { clause, source }: { clause: Clause; source: SourceFile },
): number[] {
  const { tokens } = source;
  const isShift = ["shl", "sar", "shr"].includes(name);
  const isWritten = (at: number) => signedValue(source, at, name) === value;
  const inClause = Array.from({ length: clause.end - clause.first }, (_, k) => clause.first + k);
  // Compilers multiply by shifting, and the number is then another one.
  if (isShift && !inClause.some((at) => /^(?:<<|>>)=?$/.test(tokens[at]!.text))) return [];
  const operator = source.tokenAt(position!.line, position!.column);
  const isOperand = operator !== undefined && /^[-+*&|^]=?$|^[<>]{2}=?$/.test(tokens[operator]!.text);
  return isOperand && isWritten(operator + 1) ? [operator + 1] : inClause.filter(isWritten);
}

/** `-1` is one number, but in `a - 1` the sign belongs to the operator; a compiler may add -1 for it. */
function signedValue({ tokens }: SourceFile, at: number, name: string): number | undefined {
  const { text } = tokens[at]!;
  const value = /^[\d']/.test(text) ? literalValue(text) : undefined;
  const isSign = tokens[at - 1]?.text === "-" && !isBinary(tokens, at - 1);
  return value !== undefined && isSign && name !== "sub" ? -value : value;
}

function literalSite(use: Use, uses: readonly Use[]): SiteDraft {
  const { instruction, value, source, clause, written } = use;
  // A constant with a name may be the same number.
  const isOnly = !uses.some((other) => other !== use && other.clause === clause && other.written[0] === written[0]);
  const only = written.length === 1 && isOnly ? written[0] : undefined;
  const changes = [1, -1].flatMap((step): MachineChange[] => {
    const { immediate } = instruction.encoding!;
    const pieces = replaceOne(instruction, withPart(instruction.bytes, immediate!, value + step));
    const text = changedText(use, only, step);
    return pieces.length > 0 ? [{ id: step > 0 ? "+1" : "-1", kind: "number", text, pieces }] : [];
  });
  const { file, line, column } = instruction.position!;
  const token = only === undefined ? { line, column } : source.tokens[only]!;
  const place = { file, line: token.line, column: token.column };
  return { ...place, what: "number", text: source.text(clause), changes };
}

function changedText({ instruction, value, source, clause }: Use, only: number | undefined, step: number): string {
  const isShort = /^%e|^%r\d+d$/.test(instruction.operands.at(-1) ?? "");
  // Half a register is set, and the rest of it becomes 0: what that is depends on the type, which is not known.
  if (isShort && value + step < 0) return `${value + step} (as 32 bits) instead of ${value}`;
  if (only === undefined) return `${value + step} instead of one ${value}`;
  const isSigned = value < 0 && source.tokens[only - 1]?.text === "-";
  const replaced = { first: isSigned ? only - 1 : only, end: only + 1 };
  return source.textWith(clause, replaced, shown(source.tokens[only]!.text, value + step));
}

/** `'b'` for `'a' + 1`, otherwise the number. */
function shown(written: string, value: number): string {
  const isLetter = written.startsWith("'") && value > 32 && value < 127 && !"'\\".includes(String.fromCharCode(value));
  return isLetter ? `'${String.fromCharCode(value)}'` : String(value);
}

/** `-0x30(%rbp,%rax,4)` is an element of 4 bytes: 4 more is the next one. */
const element = /^(?:-?0x[\da-f]+)\((?:%rbp)?,%\w+,([248])\)$/;

function indexSite(instruction: Instruction, context: FunctionContext): SiteDraft[] {
  const { operands, encoding, bytes, position } = instruction;
  const size = Number(operands.map((each) => element.exec(each)?.[1]).find((each) => each !== undefined));
  const source = context.sourceOf(position!.file);
  const bracket = bracketAt(instruction, source);
  const part = encoding?.displacement;
  if (Number.isNaN(size) || bracket === undefined || part === undefined || encoding?.isRelative) return [];
  const now = bytes.readIntLE(part.at, part.size);
  const { clause, inside } = bracket;
  const index = source.text(inside);
  const changes = [1, -1].flatMap((step): MachineChange[] => {
    const pieces = replaceOne(instruction, withPart(bytes, part, now + step * size));
    const text = source.textWith(clause, inside, `${index} ${step > 0 ? "+" : "-"} 1`);
    return pieces.length > 0 ? [{ id: step > 0 ? "+1" : "-1", kind: "number", text, pieces }] : [];
  });
  return [{ ...position!, what: "index", text: source.text(clause), changes }];
}

/** The only pair of square brackets in a clause, so that it is known which index the instruction has. */
function bracketAt({ position }: Instruction, source: SourceFile): { clause: Range; inside: Range } | undefined {
  const clause = source.clauseAt(position!.line, position!.column);
  if (clause === undefined) return undefined;
  const texts = source.tokens.slice(clause.first, clause.end).map(({ text }) => text);
  const [open, close] = [texts.indexOf("["), texts.indexOf("]")];
  const isOnly = open !== -1 && open === texts.lastIndexOf("[") && close > open + 1;
  return isOnly ? { clause, inside: { first: clause.first + open + 1, end: clause.first + close } } : undefined;
}
