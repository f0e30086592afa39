import { readPart } from "../program/encoding.ts";
import type { Instruction } from "../program/instruction.ts";

/** The instruction whose result a condition is about. */
export interface Comparison {
  readonly index: number;
  readonly instruction: Instruction;
  /** It compares with this number. */
  readonly constant?: number;
  readonly isFloat: boolean;
}

const others = /^(?:mov\w*|lea|nop|set\w+|cltq|cwtl|cqto|cltd|j\w+)$/;

/** Looks back over instructions that leave the flags alone. */
export function comparisonBefore(instructions: readonly Instruction[], at: number): Comparison | undefined {
  for (let index = at - 1; index >= 0 && index >= at - 8; index--) {
    const instruction = instructions[index]!;
    const { name, operands } = instruction;
    const isFloat = /^u?comis[sd]$/.test(name);
    if (isFloat) return { index, instruction, isFloat };
    if (name === "test" || name === "and") return { index, instruction, constant: 0, isFloat };
    if (name === "cmp") {
      const constant = operands[0]?.startsWith("$") ? immediateOf(instruction) : undefined;
      return { index, instruction, ...(constant === undefined ? {} : { constant }), isFloat };
    }
    // A jump on the same flags may stand between; one that goes elsewhere ends the search.
    if (!others.test(name) || name === "jmp") return undefined;
  }
  return undefined;
}

/** The number in an instruction, with its sign. */
export function immediateOf({ bytes, encoding }: Instruction): number | undefined {
  return encoding?.immediate ? readPart(bytes, encoding.immediate) : undefined;
}
