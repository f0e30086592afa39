import type { Instruction } from "../program/instruction.ts";
import { type Clause, closing } from "../source/clauses.ts";
import type { SourceFile } from "../source/source-file.ts";
import { type FunctionContext, nothing, type SiteDraft } from "./machine-site.ts";
import { endsProgram } from "./reporting.ts";

/** Assignments and calls that are statements: they are left out. */
export function skipSites(context: FunctionContext): SiteDraft[] {
  const sites = context.instructions.filter(({ position }) => position !== undefined);
  return sites.flatMap((instruction) => (isSkippable(instruction, context) ? skipSite(instruction, context) : []));
}

function isSkippable(instruction: Instruction, context: FunctionContext): boolean {
  const find = [isStore, isCall].find((each) => each(instruction));
  if (find === undefined) return false;
  const isWhole = find === isStore ? isAssignment : isStatement;
  return isOnly(instruction, find, context) && isWhole(instruction, context);
}

/** A structure is assigned in several steps, and a call in C++ may be several: then one of them is not all. */
function isOnly(
  { position }: Instruction,
  isSame: (instruction: Instruction) => boolean,
  { instructions }: FunctionContext,
): boolean {
  const { line, column } = position!;
  const here = instructions.filter((each) => each.position?.line === line && each.position.column === column);
  return here.filter(isSame).length === 1;
}

export const isOnlyStore = (instruction: Instruction, context: FunctionContext): boolean =>
  isOnly(instruction, isStore, context);

const storing = /^(?:mov(?:s[sd]|ap[sd]|[bwlq])?|add|sub|and|or|xor|shl|sar|shr|neg|not)$/;

export function isStore({ name, operands, encoding }: Instruction): boolean {
  return encoding !== undefined && storing.test(name) && /\)$/.test(operands.at(-1) ?? "");
}

/** One whose target is in the instruction: the others cannot be moved to run elsewhere, as some executions need it. */
function isCall({ encoding }: Instruction): boolean {
  return encoding?.opcode === 0xe8;
}

const assignments = /^(?:=|[-+*/%&|^]=|<<=|>>=|\+\+|--)$/;

/** The declaration of a variable has the position of its name: without its value, it would have any. */
export function isAssignment({ position }: Instruction, context: FunctionContext): boolean {
  const source = context.sourceOf(position!.file);
  const at = source.tokenAt(position!.line, position!.column);
  const isCondition = source.clauseAt(position!.line, position!.column)?.isCondition;
  return at !== undefined && !isCondition && assignments.test(source.tokens[at]!.text);
}

/** `f(…);`, for which some compilers give the position of the bracket. */
function isStatement({ position }: Instruction, context: FunctionContext): boolean {
  const source = context.sourceOf(position!.file);
  const { tokens } = source;
  const clause = source.clauseAt(position!.line, position!.column);
  const at = source.tokenAt(position!.line, position!.column);
  if (clause === undefined || clause.keyword !== undefined || at === undefined) return false;
  const open = clause.first + 1;
  const isCalled = tokens[open]?.text === "(" && (at === clause.first || at === open);
  return isCalled && closing(tokens, open) === clause.end - 1 && tokens[clause.end]?.text === ";";
}

function skipSite(instruction: Instruction, context: FunctionContext): SiteDraft[] {
  const { position, bytes } = instruction;
  const source = context.sourceOf(position!.file);
  const clause = source.clauseAt(position!.line, position!.column);
  if (clause === undefined) return [];
  const pieces = [{ original: [instruction], changed: nothing(bytes.length) }];
  const text = textWithout(instruction, clause, source);
  return [
    {
      ...position!,
      what: "statement",
      text: source.text(clause),
      ...(endsProgram(source, clause) ? { reports: true } : {}),
      changes: [{ id: "skip", kind: "skip", text, pieces }],
    },
  ];
}

/** `a[i++] = x` without `=` still counts. */
function textWithout({ position }: Instruction, clause: Clause, source: SourceFile): string {
  const { tokens } = source;
  const written = tokens.slice(clause.first, clause.end).filter(({ text }) => assignments.test(text));
  const here = tokens[source.tokenAt(position!.line, position!.column) ?? -1]?.text;
  if (written.length > 1) return `without its ${here}`;
  return clause.keyword === undefined ? ";" : "nothing";
}
