import { decode, type Encoding } from "./encoding.ts";

export interface Position {
  readonly file: string;
  readonly line: number;
  /** From 1; 0: unknown. */
  readonly column: number;
}

export interface Instruction {
  readonly address: number;
  readonly bytes: Buffer;
  /** Without prefixes and the size of operands where it is a letter behind a common name: `cmp` for `cmpl`. */
  readonly name: string;
  /** As gdb writes them, the destination last. */
  readonly operands: readonly string[];
  /** The function that it calls. */
  readonly callee?: string;
  readonly encoding: Encoding | undefined;
  readonly position?: Position;
}

/** The letter that gdb puts behind these names says how large the operand in memory is. */
const sized = /^(mov|cmp|add|sub|and|or|xor|test|imul|shl|shr|sar|inc|dec|neg|not|call|push|pop)[bwlq]$/;

export function readInstruction(address: number, hex: string, asm: string): Instruction {
  const bytes = Buffer.from(hex, "hex");
  const [name = "", ...rest] = asm
    .replace(/#.*|<.*/, "")
    .trim()
    .split(/\s+/);
  const operands = rest
    .join("")
    .split(/,(?![^(]*\))/)
    .filter((each) => each !== "");
  const callee = /^callq?\s[^<]*<(.*)>/.exec(asm)?.[1];
  const plain = { address, bytes, name: sized.exec(name)?.[1] ?? name, operands, encoding: decode(bytes) };
  return callee === undefined ? plain : { ...plain, callee };
}

export const endOf = ({ address, bytes }: Instruction): number => address + bytes.length;

export const conditionCodes = [
  ...["o", "no", "b", "ae", "e", "ne", "be", "a"],
  ...["s", "ns", "p", "np", "l", "ge", "le", "g"],
] as const;
export type ConditionCode = (typeof conditionCodes)[number];

export interface Conditional {
  readonly form: "jump" | "set" | "move";
  readonly code: ConditionCode;
}

/** What the instruction does if a condition holds; undefined: it does the same in each case. */
export function conditionalOf({ encoding }: Instruction): Conditional | undefined {
  const opcode = encoding?.opcode ?? 0;
  const code = conditionCodes[opcode & 0xf]!;
  if ((opcode & 0xf0) === 0x70 && opcode < 0x100) return { form: "jump", code };
  if ((opcode & 0xfff0) === 0x0f80) return { form: "jump", code };
  if ((opcode & 0xfff0) === 0x0f90) return { form: "set", code };
  return (opcode & 0xfff0) === 0x0f40 ? { form: "move", code } : undefined;
}

/** Where a jump or a call with a fixed target goes. */
export function targetOf(instruction: Instruction): number | undefined {
  const { encoding, bytes } = instruction;
  const opcode = encoding?.opcode ?? 0;
  const isFixed = [0xe8, 0xe9, 0xeb].includes(opcode) || conditionalOf(instruction)?.form === "jump";
  const part = encoding?.immediate;
  return isFixed && part ? endOf(instruction) + bytes.readIntLE(part.at, part.size) : undefined;
}
