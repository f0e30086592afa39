import { withPart } from "../program/encoding.ts";
import { endOf, type Instruction, targetOf } from "../program/instruction.ts";
import type { Clause } from "../source/clauses.ts";
import type { Range } from "../source/conditions.ts";
import { steppedConstant } from "../source/constants.ts";
import type { SourceFile } from "../source/source-file.ts";
import { fixedOutcome, oppositeOf, withCode } from "./condition-code.ts";
import { type FoundConditional, findConditionals } from "./conditionals.ts";
import type { FunctionContext, MachineChange, Piece, SiteDraft } from "./machine-site.ts";
import { otherConstants } from "./other-constants.ts";
import { type Polarity, polarityOf } from "./polarity.ts";
import { codeFor, isEquality, isStrict, mirror, negate, type Order, type Relation, relations } from "./relations.ts";
import { onlyReports } from "./reporting.ts";
import { variablesAt } from "./variable-sites.ts";

/** Conditions: they can be fixed, negated, and compare in other ways. */
export function conditionSites(context: FunctionContext): SiteDraft[] {
  return findConditionals(context).flatMap((found) => {
    const { instruction, comparison, leaf, source, clause, before } = found;
    const { macros } = context;
    const locals = new Set(variablesAt(context, instruction.address).map(({ name }) => name));
    // At the end of a block objects are destroyed, and which exception it is was decided where that was thrown.
    if (tokenText(found) === "}") return [];
    if (/\bcatch\b/.test(source.lineText(instruction.position!.line)) && leaf === undefined) return [];
    const polarity =
      leaf && comparison && polarityOf(leaf, found.conditional.code, comparison, { source, macros, before, locals });
    const reports = onlyReports(source, clause, instruction.position!.line);
    return {
      ...placeOf(found, polarity && leaf),
      what: "condition",
      text: polarity && leaf ? source.text(leaf) : conditionText(source, clause, instruction.position!.line),
      ...(reports ? { reports } : {}),
      changes: polarity
        ? [...switches(found, polarity), ...comparisons(found, polarity, context)]
        : neutralSwitches(found, context),
    };
  });
}

function tokenText({ instruction: { position }, source }: FoundConditional): string | undefined {
  return source.tokens[source.tokenAt(position!.line, position!.column) ?? -1]?.text;
}

function placeOf({ instruction, source }: FoundConditional, leaf: { relation?: number; first: number } | undefined) {
  const position = instruction.position!;
  const token = leaf && source.tokens[leaf.relation ?? leaf.first];
  return token ? { ...position, line: token.line, column: token.column } : position;
}

function conditionText(source: SourceFile, clause: Clause | undefined, line: number): string {
  if (clause === undefined) return source.lineText(line);
  return source.text(clause.keyword === "switch" ? { first: clause.from, end: clause.next } : clause);
}

/** The instruction is executed as if its condition had one outcome, or the other one. */
function switches({ instruction, conditional }: FoundConditional, { isSame }: Polarity): MachineChange[] {
  const fixed = [true, false].flatMap((value): MachineChange[] => {
    const changed = fixedOutcome(instruction, conditional, value === isSame);
    const pieces = [{ original: [instruction], changed: changed ?? [] }];
    return changed ? [{ id: String(value), kind: "switch", pieces }] : [];
  });
  return [...fixed, { id: "not", kind: "switch", pieces: negated(instruction, conditional) }];
}

function negated(instruction: Instruction, { code }: FoundConditional["conditional"]): Piece[] {
  return [{ original: [instruction], changed: [withCode(instruction, oppositeOf(code))] }];
}

/** Where it cannot be told what of the source the instruction tests, the changes say only what the machine does. */
function neutralSwitches({ instruction, conditional }: FoundConditional, context: FunctionContext): MachineChange[] {
  const texts = outcomeTexts(instruction, conditional.form, context);
  const fixed = (["always", "never"] as const).flatMap((id): MachineChange[] => {
    const changed = fixedOutcome(instruction, conditional, id === "always");
    return changed ? [{ id, kind: "switch", text: texts[id], pieces: [{ original: [instruction], changed }] }] : [];
  });
  return [...fixed, { id: "not", kind: "switch", text: "the other way", pieces: negated(instruction, conditional) }];
}

function outcomeTexts(
  instruction: Instruction,
  form: FoundConditional["conditional"]["form"],
  { instructions }: FunctionContext,
): Record<"always" | "never", string> {
  if (form !== "jump") return { always: "always 1", never: "always 0" };
  const [jumped, next] = [targetOf(instruction), endOf(instruction)].map((to) => lineAt(instructions, to));
  if (jumped === undefined || next === undefined || jumped === next)
    return { always: "always jumps", never: "never jumps" };
  return { always: `always continues at line ${jumped}`, never: `always continues at line ${next}` };
}

/** Follows jumps that only lead elsewhere. */
function lineAt(instructions: readonly Instruction[], address: number | undefined): number | undefined {
  const found = instructions.find((each) => each.address === address);
  const isOnWay = found?.name === "jmp" && found.position === undefined;
  return isOnWay ? lineAt(instructions, targetOf(found)) : found?.position?.line;
}

/** Other operators, and numbers one more or less. */
function comparisons(found: FoundConditional, polarity: Polarity, context: FunctionContext): MachineChange[] {
  const { leaf, comparison, source } = found;
  const { compared } = polarity;
  if (leaf?.relation === undefined || compared === undefined || comparison === undefined) return [];
  // `(x & 4) == 4` became `(x & 4) != 0`: what another operator or number would become is not known.
  if (isEquality(compared.relation) && compared.literal && compared.literal.value !== comparison.constant) return [];
  const token = leaf.relation;
  const operators = otherRelations(compared.relation, comparison.isFloat).flatMap((relation): MachineChange[] => {
    const pieces = comparePieces(found, polarity, { relation, order: compared.order ?? orderOf(leaf, context, found) });
    const text = source.textWith(leaf, { first: token, end: token + 1 }, relation);
    return pieces.length > 0 ? [{ id: relation, kind: "operator", text, pieces }] : [];
  });
  return [...operators, ...numbers(found, polarity, context)];
}

/** Not the opposite, which `not` is as well. Numbers that are not whole have a third outcome, so only equality is added. */
function otherRelations(relation: Relation, isFloat: boolean): Relation[] {
  const others = relations
    .filter((each) => each !== relation && each !== negate(relation))
    .sort((a, b) => Number(isNear(b, relation)) - Number(isNear(a, relation)));
  return isFloat
    ? others.filter(
        (each) => mirror(each)[0] !== relation[0] && !isEquality(each) && isStrict(each) !== isStrict(relation),
      )
    : others;
}

/** `<` and `<=` differ only for equal values: the mistake that is made most often. */
function isNear(one: Relation, other: Relation): boolean {
  return one[0] === other[0] && isStrict(one) !== isStrict(other);
}

interface Wanted {
  readonly relation: Relation;
  readonly order: Order | undefined;
}

/** The compiler may have made `<= 9` of `< 10`: then the number is put back as it is in the source. */
function comparePieces(found: FoundConditional, { isSame, compared }: Polarity, wanted: Wanted): Piece[] {
  const { instruction, comparison } = found;
  const { literal, isMirrored } = compared!;
  if (!isEquality(wanted.relation) && (wanted.order === undefined || isMirrored === undefined)) return [];
  if (comparison!.constant !== undefined && literal === undefined) return [];
  const relation = isMirrored ? mirror(wanted.relation) : wanted.relation;
  const code = codeFor(isSame ? relation : negate(relation), wanted.order ?? "signed");
  const changed = withCode(instruction, code);
  if (literal === undefined || literal.value === comparison!.constant)
    return [{ original: [instruction], changed: [changed] }];
  return withConstant(found, literal.value, changed);
}

function numbers(found: FoundConditional, { compared }: Polarity, context: FunctionContext): MachineChange[] {
  const { literal } = compared!;
  const { leaf, comparison, source, instruction } = found;
  const isBound = isEquality(compared!.relation) || compared!.order !== undefined;
  if (literal === undefined || comparison?.constant === undefined || !isBound) return [];
  const changeBy = (step: number, { id, written }: { id: string; written: string }): MachineChange[] => {
    const pieces = withConstant(found, comparison.constant! + step, instruction.bytes);
    const text = source.textWith(leaf!, literal, written);
    return pieces.length > 0 ? [{ id, kind: "number", text, pieces }] : [];
  };
  const isWord = literal.end - literal.first === 1;
  const token = { token: literal.first, value: literal.value };
  const others = isWord ? otherConstants(context, instruction.position!.file, token) : [];
  return [
    ...[1, -1].flatMap((step) => {
      const written = steppedConstant(source.text(literal), literal.value, step);
      return changeBy(step, { id: step > 0 ? "+1" : "-1", written });
    }),
    ...others.flatMap(({ text, value }) => changeBy(value - literal.value, { id: text, written: text })),
  ];
}

/** From the comparison to the instruction, which is the same or another. */
function withConstant(found: FoundConditional, constant: number, last: Buffer): Piece[] {
  const { comparison, instruction, before } = found;
  const part = comparison!.instruction.name === "cmp" ? comparison!.instruction.encoding?.immediate : undefined;
  const compare = part && withPart(comparison!.instruction.bytes, part, constant);
  const between = before.slice(before.indexOf(comparison!.instruction) + 1);
  const isKnown = before.includes(comparison!.instruction) && between.every(({ encoding }) => encoding !== undefined);
  if (compare === undefined || !isKnown) return [];
  const original = [comparison!.instruction, ...between, instruction];
  return [{ original, changed: [compare, ...between.map(({ bytes }) => bytes), last] }];
}

/** Equality does not say whether numbers have a sign: the type of a variable in the comparison does. */
function orderOf(
  { first, end }: Range,
  context: FunctionContext,
  { instruction, source }: FoundConditional,
): Order | undefined {
  const names = source.tokens.slice(first, end).map(({ text }) => text);
  const isAlone = names.length === 3;
  const type = variablesAt(context, instruction.address).find(({ name }) => names.includes(name))?.type;
  if (!isAlone || type === undefined) return undefined;
  if (/unsigned|\*|bool/.test(type)) return "unsigned";
  return /^(?:signed )?(?:char|short|int|long|long long)\b/.test(type) ? "signed" : undefined;
}
