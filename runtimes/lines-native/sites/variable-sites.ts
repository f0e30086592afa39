import { withDisplacement } from "../program/encoding.ts";
import type { Instruction } from "../program/instruction.ts";
import type { FrameVariable } from "../program/own-code.ts";
import type { Clause } from "../source/clauses.ts";
import { outerIndexes, type Range } from "../source/conditions.ts";
import type { SourceFile } from "../source/source-file.ts";
import { type FunctionContext, type MachineChange, replaceOne, type SiteDraft } from "./machine-site.ts";

/** Maximum number of other variables for one. */
const maxOthers = 8;

/** Uses of a local variable or parameter: another one of the same type is used instead. */
export function variableSites(context: FunctionContext): SiteDraft[] {
  const uses = context.instructions.flatMap((instruction, index) => {
    const variable = instruction.position && variableAt(context, index);
    return variable && !isEntry(instruction, context) ? findUse(instruction, variable, context) : [];
  });
  return uses.flatMap((use) => variableSite(use, uses, context));
}

const inFrame = /^(-?0x[\da-f]+)\(%rbp(?:,[^)]*)?\)$/;

/** The variable that an instruction has as an operand. */
export function variableAt(context: FunctionContext, index: number): FrameVariable | undefined {
  const { operands, address, encoding } = context.instructions[index]!;
  const offset = operands.map((each) => inFrame.exec(each)?.[1]).find((each) => each !== undefined);
  if (offset === undefined || encoding?.displacement === undefined) return undefined;
  return variablesAt(context, address).find((each) => each.offset === Number.parseInt(offset, 16));
}

/** The variables in scope, with those of inner blocks instead of those they hide. */
export function variablesAt({ function: { scopes } }: FunctionContext, address: number): readonly FrameVariable[] {
  const around = scopes.filter(({ low, high }) => low <= address && address < high);
  const size = ({ low, high }: { low: number; high: number }) => high - low;
  return around.sort((a, b) => size(a) - size(b))[0]?.variables ?? [];
}

/** Where a function begins, parameters are stored: nobody wrote that. */
function isEntry({ position }: Instruction, { instructions }: FunctionContext): boolean {
  const entry = instructions[0]!.position;
  return position!.line === entry?.line && position!.column === entry.column;
}

/** An instruction that reads or writes a variable. */
interface Use {
  readonly instruction: Instruction;
  readonly variable: FrameVariable;
  readonly source: SourceFile;
  readonly clause: Clause;
  /** The tokens that it may come from; one: it is known. */
  readonly written: readonly number[];
}

function findUse(instruction: Instruction, variable: FrameVariable, context: FunctionContext): Use[] {
  const { file, line, column } = instruction.position!;
  const source = context.sourceOf(file);
  const clause = source.clauseAt(line, column);
  if (clause === undefined) return [];
  const written = findName(instruction, variable, { clause, source });
  const isUse = written.length > 0 && !isDeclaration(instruction, variable, clause, source);
  return isUse ? [{ instruction, variable, source, clause, written }] : [];
}

function variableSite(use: Use, uses: readonly Use[], context: FunctionContext): SiteDraft[] {
  const { instruction, variable, source, clause, written } = use;
  const position = instruction.position!;
  const others = variablesAt(context, instruction.address).filter((each) => isLike(each, use));
  // One name may be read and written by two instructions, as in `i++`: a change of one of them is not one of the name.
  const isOnly = !uses.some((other) => other !== use && other.clause === clause && other.written[0] === written[0]);
  const [only] = written.length === 1 && isOnly ? written : [];
  const changes = others.slice(0, maxOthers).flatMap((other): MachineChange[] => {
    const pieces = replaceOne(instruction, withDisplacement(instruction.bytes, instruction.encoding!, other.offset));
    const text =
      only === undefined
        ? `${other.name} instead of one ${variable.name}`
        : source.textWith(clause, { first: only, end: only + 1 }, other.name);
    return pieces.length > 0 ? [{ id: other.name, kind: "variable", text, pieces }] : [];
  });
  const token = only === undefined ? position : source.tokens[only]!;
  const place = { file: position.file, line: token.line, column: token.column };
  return [{ ...place, what: `variable ${variable.name}`, text: source.text(clause), changes }];
}

function findName(
  { position }: Instruction,
  { name }: FrameVariable,
  { clause, source }: { clause: Range; source: SourceFile },
): number[] {
  const { tokens } = source;
  const here = source.tokenAt(position!.line, position!.column);
  if (here !== undefined && tokens[here]!.text === name) return [here];
  return Array.from({ length: clause.end - clause.first }, (_, k) => clause.first + k).filter(
    (at) => tokens[at]!.text === name && !/^(?:\.|->|::)$/.test(tokens[at - 1]?.text ?? ""),
  );
}

/** `int sum = 0` gives a new variable its value, and no other one can be meant. */
function isDeclaration(
  { operands }: Instruction,
  { name }: FrameVariable,
  clause: Clause,
  source: SourceFile,
): boolean {
  return inFrame.test(operands.at(-1) ?? "") && isDeclaredIn(name, clause, source);
}

/** Another variable of the same type that could be written here. */
function isLike(other: FrameVariable, { variable, instruction, source, clause }: Use): boolean {
  const isSame = other.type === variable.type && other.size === variable.size && other.offset !== variable.offset;
  return isSame && other.line <= instruction.position!.line && !isDeclaredIn(other.name, clause, source);
}

/** `int a = 1, *b` declares both names: it has no value yet that could be used. */
function isDeclaredIn(name: string, clause: Clause, { tokens }: SourceFile): boolean {
  const isWord = (at: number) =>
    /^[A-Za-z_]/.test(tokens[at]?.text ?? "") && !/^(?:return|case)$/.test(tokens[at]!.text);
  const [first, second] = [tokens[clause.first]?.text, tokens[clause.first + 1]?.text];
  // A list of values in braces ends a clause, and what follows is declared as well.
  const isDeclaration = first === "," || (isWord(clause.first) && (isWord(clause.first + 1) || second === "*"));
  const isNew = (at: number) => isWord(at - 1) || /^[*&,]$/.test(tokens[at - 1]?.text ?? "");
  return isDeclaration && outerIndexes(tokens, clause).some((at) => tokens[at]!.text === name && isNew(at));
}
