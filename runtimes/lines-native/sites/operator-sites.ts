import { withByte } from "../program/encoding.ts";
import type { Instruction } from "../program/instruction.ts";
import { isBinary, type Range } from "../source/conditions.ts";
import type { SourceFile } from "../source/source-file.ts";
import { isFoldedMask } from "./folded-mask.ts";
import { type FunctionContext, type MachineChange, nothing, type Piece, type SiteDraft } from "./machine-site.ts";
import { variableAt } from "./variable-sites.ts";

/** Arithmetic with another operator of the same length in machine code. */
export function operatorSites(context: FunctionContext): SiteDraft[] {
  return context.instructions.flatMap((instruction, index) => operatorSite(instruction, index, context));
}

/** What the operators in the source are compiled to. */
const compiled: Record<string, readonly string[]> = {
  add: ["+", "+=", "++", "--"],
  sub: ["-", "-=", "--"],
  and: ["&", "&="],
  or: ["|", "|="],
  xor: ["^", "^="],
  imul: ["*", "*="],
  shl: ["<<", "<<="],
  sar: [">>", ">>="],
  shr: [">>", ">>="],
  addsd: ["+", "+="],
  subsd: ["-", "-="],
  mulsd: ["*", "*="],
  divsd: ["/", "/="],
  addss: ["+", "+="],
  subss: ["-", "-="],
  mulss: ["*", "*="],
  divss: ["/", "/="],
};

function operatorSite(instruction: Instruction, index: number, context: FunctionContext): SiteDraft[] {
  const { name, position, operands, encoding } = instruction;
  const operators = compiled[name];
  const isStack = /%[re]?(?:sp|bp)$/.test(operands.at(-1) ?? "");
  if (operators === undefined || position === undefined || encoding === undefined || isStack) return [];
  const source = context.sourceOf(position.file);
  const found = findOperator(instruction, operators, source);
  if (found === undefined) return [];
  const isInOrder = hasSourceOrder(found, index, context);
  const changes = alternatives(instruction, source.tokens[found.at]!.text).map(
    ({ operator, pieces }): MachineChange => ({
      id: operator,
      kind: "operator",
      text: changedText(source, found, { operator, isInOrder }),
      pieces,
    }),
  );
  const { line, column } = source.tokens[found.at]!;
  return [{ ...position, line, column, what: "operator", text: source.text(found.clause), changes }];
}

interface FoundOperator {
  readonly clause: Range;
  /** The index of the operator's token. */
  readonly at: number;
}

/** The operator at the position; or the only one of its kind in the clause, as gcc gives some the position of the assignment. */
function findOperator(
  { name, position }: Instruction,
  operators: readonly string[],
  source: SourceFile,
): FoundOperator | undefined {
  const { tokens } = source;
  const clause = source.clauseAt(position!.line, position!.column);
  if (clause === undefined) return undefined;
  const isIt = (at: number) => {
    const { text } = tokens[at]!;
    return operators.includes(text) && (text.length > 1 || isBinary(tokens, at));
  };
  const here = source.tokenAt(position!.line, position!.column);
  if (name === "and" && isFoldedMask(clause, source)) return undefined;
  if (here !== undefined && isIt(here)) return { clause, at: here };
  const isOfWhole = here !== undefined && /^(?:=|return)$/.test(tokens[here]!.text);
  const found = Array.from({ length: clause.end - clause.first }, (_, k) => clause.first + k).filter(isIt);
  // An index is multiplied and added as well: which `+` it is cannot be told beside brackets.
  const hasBrackets = tokens.slice(clause.first, clause.end).some(({ text }) => text === "[" || text === "->");
  return isOfWhole && found.length === 1 && !hasBrackets ? { clause, at: found[0]! } : undefined;
}

interface Alternative {
  readonly operator: string;
  readonly pieces: readonly Piece[];
}

const groups: Record<string, number> = { "+": 0, "|": 1, "&": 4, "-": 5, "^": 6 };
const others: Record<string, readonly string[]> = {
  "+": ["-"],
  "-": ["+"],
  "&": ["|", "^"],
  "|": ["&", "^"],
  "^": ["&", "|"],
  "*": ["+", "-"],
  "<<": [">>"],
  ">>": ["<<"],
};
const floatOpcodes: Record<string, number> = { "+": 0x58, "*": 0x59, "-": 0x5c, "/": 0x5e };

function alternatives(instruction: Instruction, written: string): Alternative[] {
  const isStep = written === "++" || written === "--";
  const base = isStep ? written[0]! : written.replace(/=$/, "");
  const shape = (operator: string) =>
    isStep ? operator + operator : written.endsWith("=") ? `${operator}=` : operator;
  const isFloat = /s[sd]$/.test(instruction.name);
  const wanted = isFloat ? Object.keys(floatOpcodes).filter((each) => each !== base) : (others[base] ?? []);
  return wanted.flatMap((operator) => {
    const changed = isFloat ? floatOperation(instruction, operator) : operation(instruction, { base, operator });
    return changed ? [{ operator: shape(operator), pieces: [{ original: [instruction], changed }] }] : [];
  });
}

function floatOperation({ bytes, encoding }: Instruction, operator: string): Buffer[] {
  return [withByte(bytes, encoding!.opcodeAt + 1, floatOpcodes[operator]!)];
}

function operation(
  instruction: Instruction,
  { base, operator }: { base: string; operator: string },
): Buffer[] | undefined {
  if (base === "*") return insteadOfProduct(instruction, operator);
  if (base === "<<" || base === ">>") return shift(instruction, operator);
  const { bytes, encoding } = instruction;
  const { opcode, opcodeAt, modrmAt } = encoding!;
  // clang adds -1 for `--`: the other operator is the one with the other sign.
  const isAddition = instruction.name === "add" || instruction.name === "sub";
  const group = isAddition ? (instruction.name === "add" ? groups["-"]! : groups["+"]!) : groups[operator]!;
  if (opcode < 0x40) return [withByte(bytes, opcodeAt, (opcode & 7) | (group << 3))];
  if (opcode < 0x80 || opcode > 0x83) return undefined;
  return [withByte(bytes, modrmAt!, (bytes[modrmAt!]! & 0xc7) | (group << 3))];
}

/** The product of a register and an operand has an opcode of two bytes; the sum has one, and a byte is left over. */
function insteadOfProduct({ bytes, encoding }: Instruction, operator: string): Buffer[] | undefined {
  const { opcode, opcodeAt, modrmAt, isRelative } = encoding!;
  if (opcode !== 0x0faf || isRelative) return undefined;
  const other = Buffer.from([(groups[operator]! << 3) | 3]);
  return [Buffer.concat([bytes.subarray(0, opcodeAt), other, bytes.subarray(modrmAt)]), ...nothing(1)];
}

function shift({ bytes, encoding }: Instruction, operator: string): Buffer[] | undefined {
  const { opcode, modrmAt } = encoding!;
  if (![0xc0, 0xc1, 0xd0, 0xd1, 0xd2, 0xd3].includes(opcode)) return undefined;
  const kind = operator === "<<" ? 4 : 7;
  return [withByte(bytes, modrmAt!, (bytes[modrmAt!]! & 0xc7) | (kind << 3))];
}

/**
 * Whether the destination is the left operand. It is if the other operand is a number, or a variable that stands right of the
 * operator; otherwise it is not known, which matters to operators whose operands cannot be exchanged.
 */
function hasSourceOrder({ at, clause }: FoundOperator, index: number, context: FunctionContext): boolean {
  const { operands, position } = context.instructions[index]!;
  const { tokens } = context.sourceOf(position!.file);
  const { text } = tokens[at]!;
  const operand = operands.length > 1 ? operands[0]! : "$1";
  if (operand.startsWith("$") || text === "++" || text === "--") return true;
  const variable = variableAt(context, index);
  // What is added to memory is the right operand of `a += b` and of `a = a + b`.
  if (operands.at(-1)!.includes("("))
    return text.endsWith("=") || (tokens[at - 1]?.text === variable?.name && tokens[at - 2]?.text === "=");
  const isLast = at + 2 === clause.end || !/^(?:[*/%.[(]|->)$/.test(tokens[at + 2]?.text ?? "");
  return variable !== undefined && !text.endsWith("=") && tokens[at + 1]?.text === variable.name && isLast;
}

function changedText(
  source: SourceFile,
  { clause, at }: FoundOperator,
  { operator, isInOrder }: { operator: string; isInOrder: boolean },
): string {
  const written = source.tokens[at]!.text;
  const canBeExchanged = /^[+*&|^]$/.test(operator);
  return isInOrder || canBeExchanged
    ? source.textWith(clause, { first: at, end: at + 1 }, operator)
    : `${operator} instead of ${written}`;
}
