import { accessSize, withDisplacement } from "../program/encoding.ts";
import type { Instruction } from "../program/instruction.ts";
import { closing } from "../source/clauses.ts";
import { isBinary, type Range } from "../source/conditions.ts";
import { constantOf, steppedConstant } from "../source/constants.ts";
import type { SourceFile } from "../source/source-file.ts";
import { type FunctionContext, type MachineChange, replaceOne, type SiteDraft } from "./machine-site.ts";
import { isAssignment, isOnlyStore, isStore } from "./skip-sites.ts";

/** Elements of arrays: the one before or behind it is read or written instead. */
export function indexSites(context: FunctionContext): SiteDraft[] {
  return context.instructions.flatMap((instruction, index) => {
    const inside = instruction.position && instruction.encoding && indexOf(index, context);
    return inside ? indexSite(instruction, inside, context) : [];
  });
}

/** What stands in the brackets of the element that an instruction reads or writes. */
function indexOf(index: number, context: FunctionContext): Range | undefined {
  const instruction = context.instructions[index]!;
  const { line, column, file } = instruction.position!;
  const { tokens, tokenAt } = context.sourceOf(file);
  const at = tokenAt(line, column);
  if (at === undefined) return undefined;
  if (tokens[at]!.text === "[")
    return isElement(instruction, at, context) && isLastAccess(index, context) && !isUpdated(tokens, at)
      ? insideOf(tokens, at)
      : undefined;
  // `a[i] += x` in several instructions reads one element and would write another.
  const isWhole = tokens[at]!.text === "=" || !/^mov/.test(instruction.name);
  const isStored = isWhole && tokens[at - 1]?.text === "]" && isStore(instruction) && isOnlyStore(instruction, context);
  const open = isStored && isAssignment(instruction, context) ? opening(tokens, at - 1) : onlyElement(index, context);
  return open === undefined ? undefined : insideOf(tokens, open);
}

/** gcc may give the whole of `x = a[i]` one position. The bracket of the only element in a clause that has no other pointers. */
function onlyElement(index: number, context: FunctionContext): number | undefined {
  const instruction = context.instructions[index]!;
  const { line, column, file } = instruction.position!;
  const source = context.sourceOf(file);
  const clause = source.clauseAt(line, column);
  if (clause === undefined || !readsMemory(instruction)) return undefined;
  const { tokens } = source;
  const inClause = Array.from({ length: clause.end - clause.first }, (_, k) => clause.first + k);
  const [open, ...more] = inClause.filter((at) => tokens[at]!.text === "[");
  const isPointer = (at: number) =>
    /^(?:->|\.)$/.test(tokens[at]!.text) || (tokens[at]!.text === "*" && !isBinary(tokens, at));
  const others = context.instructions.filter(
    (each) =>
      each !== instruction &&
      each.position?.file === file &&
      (readsMemory(each) || (isStore(each) && isComputed(each))) &&
      source.clauseAt(each.position.line, each.position.column) === clause,
  );
  if (open === undefined || more.length + others.length > 0 || inClause.some(isPointer) || isUpdated(tokens, open))
    return undefined;
  return isElement(instruction, open, context) ? open : undefined;
}

/** Not the array or the index themselves: a global variable is an element only if its index is a number. */
function isElement(instruction: Instruction, open: number, { sourceOf, macros }: FunctionContext): boolean {
  const { tokens } = sourceOf(instruction.position!.file);
  const inside = insideOf(tokens, open);
  if (inside === undefined || !readsMemory(instruction)) return false;
  return isComputed(instruction) || constantOf(tokens, inside, macros) !== undefined;
}

/** An element, or a global variable: that may be an element with a number as its index. */
function readsMemory(instruction: Instruction): boolean {
  const { bytes, encoding } = instruction;
  const isAccess = encoding !== undefined && accessSize(bytes, encoding) !== undefined;
  return isAccess && !isStore(instruction) && (isComputed(instruction) || encoding.isRelative);
}

/** Neither a variable of the frame nor a global one, but something that an address was computed for. */
function isComputed({ operands }: Instruction): boolean {
  return operands.some((each) => /\(/.test(each) && !/\(%r[bis]p\)$/.test(each));
}

/** The array and the index are read before the element. */
function isLastAccess(index: number, { instructions }: FunctionContext): boolean {
  const { position } = instructions[index]!;
  const isHere = (each: Instruction | undefined) =>
    each?.position?.line === position!.line && each.position.column === position!.column;
  let last = index + 1;
  while (isHere(instructions[last])) last++;
  return instructions.slice(index + 1, last).every(({ bytes, encoding }) => !encoding || !accessSize(bytes, encoding));
}

/** The element is read and written: `a[i] += x`, `++a[i]`. */
function isUpdated(tokens: SourceFile["tokens"], open: number): boolean {
  const behind = tokens[(closing(tokens, open) ?? open) + 1]?.text ?? "";
  const before = tokens.slice(Math.max(0, open - 2), open).map(({ text }) => text);
  return /^(?:[-+*/%&|^]=|<<=|>>=|\+\+|--)$/.test(behind) || before.some((text) => text === "++" || text === "--");
}

function insideOf(tokens: SourceFile["tokens"], open: number): Range | undefined {
  const end = closing(tokens, open);
  return end === undefined || end === open + 1 ? undefined : { first: open + 1, end };
}

function opening(tokens: SourceFile["tokens"], close: number): number | undefined {
  for (let at = close - 1; at >= 0 && !/^[;{}]$/.test(tokens[at]!.text); at--)
    if (tokens[at]!.text === "[" && closing(tokens, at) === close) return at;
  return undefined;
}

function indexSite(instruction: Instruction, inside: Range, context: FunctionContext): SiteDraft[] {
  const { bytes, encoding, position } = instruction;
  const size = accessSize(bytes, encoding!);
  const source = context.sourceOf(position!.file);
  const clause = source.clauseAt(position!.line, position!.column);
  if (size === undefined || clause === undefined) return [];
  const { displacement } = encoding!;
  const now = displacement ? bytes.readIntLE(displacement.at, displacement.size) : 0;
  const changes = [1, -1].flatMap((step): MachineChange[] => {
    const pieces = replaceOne(instruction, withDisplacement(bytes, encoding!, now + step * size));
    const text = source.textWith(clause, inside, steppedIndex(source, inside, { step, macros: context.macros }));
    return pieces.length > 0 ? [{ id: step > 0 ? "+1" : "-1", kind: "number", text, pieces }] : [];
  });
  const { line, column } = source.tokens[inside.first]!;
  return [{ file: position!.file, line, column, what: "index", text: source.text(clause), changes }];
}

function steppedIndex(
  source: SourceFile,
  inside: Range,
  { step, macros }: { step: number; macros: FunctionContext["macros"] },
): string {
  const written = source.text(inside);
  const value = constantOf(source.tokens, inside, macros);
  if (value !== undefined) return steppedConstant(written, value, step);
  return `${/[?,=&|^<>]/.test(written) ? `(${written})` : written} ${step > 0 ? "+" : "-"} 1`;
}
