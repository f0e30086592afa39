import { type Conditional, conditionalOf, type Instruction } from "../program/instruction.ts";
import type { Clause } from "../source/clauses.ts";
import type { Leaf } from "../source/conditions.ts";
import type { SourceFile } from "../source/source-file.ts";
import { type Comparison, comparisonBefore } from "./comparison.ts";
import type { FunctionContext } from "./machine-site.ts";

/** An instruction that depends on a condition, and where in the source it belongs. */
export interface FoundConditional {
  readonly index: number;
  readonly instruction: Instruction;
  readonly conditional: Conditional;
  readonly comparison: Comparison | undefined;
  readonly source: SourceFile;
  readonly clause: Clause | undefined;
  /** The part of the clause that it tests; undefined: cannot be told. */
  readonly leaf?: Leaf | undefined;
  /** The instructions since the condition before. */
  readonly before: readonly Instruction[];
}

/** The conditions of a function, each with its part of the source as far as it can be told. */
export function findConditionals(context: FunctionContext): FoundConditional[] {
  const found: FoundConditional[] = [];
  for (const [index, instruction] of context.instructions.entries()) {
    const conditional = conditionalOf(instruction);
    if (conditional === undefined || instruction.position === undefined) continue;
    const comparison = comparisonBefore(context.instructions, index);
    const source = context.sourceOf(instruction.position.file);
    const clause = clauseOf(instruction, comparison?.instruction, source);
    const before = context.instructions.slice((found.at(-1)?.index ?? -1) + 1, index);
    found.push({ index, instruction, conditional, comparison, source, clause, before });
  }
  return found.map((each) => ({ ...each, ...leafOf(each, found) }));
}

/** Compilers give a condition the position of its operator, of its statement, or of something near: a head is the best guess. */
function clauseOf(
  instruction: Instruction,
  comparison: Instruction | undefined,
  source: SourceFile,
): Clause | undefined {
  const places = [instruction, comparison].flatMap((each) => each?.position ?? []);
  const clauses = places.flatMap(({ line, column }) => source.clauseAt(line, column) ?? []);
  return (
    clauses.find(({ isCondition }) => isCondition) ??
    clauses.find((each) => source.leaves(each).length > 0) ??
    clauses[0]
  );
}

/**
 * Without optimisation the leaves of a clause are compiled in their order. So the n-th condition of the clause tests the n-th
 * leaf, if there are as many.
 */
function leafOf(each: FoundConditional, all: readonly FoundConditional[]): { leaf?: Leaf | undefined } {
  const { clause, source } = each;
  if (clause === undefined || clause.keyword === "switch") return {};
  const leaves = source.leaves(clause);
  const same = all.filter((other) => other.clause === clause);
  // clang keeps the result of `a && b` in a loop's head, and tests it once more.
  const again = same.filter((other) => !isTestOfKept(other));
  if (same.length === leaves.length) return { leaf: leaves[same.indexOf(each)] };
  if (again.length !== leaves.length) return {};
  return { leaf: again.includes(each) ? leaves[again.indexOf(each)] : { first: clause.first, end: clause.end } };
}

function isTestOfKept({ comparison, before }: FoundConditional): boolean {
  const isBit = comparison?.instruction.name === "test" && comparison.instruction.operands[0] === "$0x1";
  return isBit && before.at(-2)?.position === undefined;
}
