import { withByte } from "../program/encoding.ts";
import { type Conditional, type ConditionCode, conditionCodes, type Instruction } from "../program/instruction.ts";
import { nothing } from "./machine-site.ts";

/** The instruction with another condition. The code is in the last byte of the opcode, which has one or two. */
export function withCode({ bytes, encoding }: Instruction, code: ConditionCode): Buffer {
  const { opcodeAt, opcode } = encoding!;
  const at = opcode > 0xff ? opcodeAt + 1 : opcodeAt;
  return withByte(bytes, at, (bytes[at]! & 0xf0) | conditionCodes.indexOf(code));
}

/** Codes stand in pairs of opposites. */
export function oppositeOf(code: ConditionCode): ConditionCode {
  return conditionCodes[conditionCodes.indexOf(code) ^ 1]!;
}

/** What the instruction does if its condition always holds, or never; undefined: it takes more bytes than there are. */
export function fixedOutcome(instruction: Instruction, { form }: Conditional, holds: boolean): Buffer[] | undefined {
  const { bytes } = instruction;
  if (form === "jump") return holds ? alwaysJump(instruction) : nothing(bytes.length);
  return form === "set" ? [alwaysSet(instruction, holds)] : undefined;
}

function alwaysJump({ bytes, encoding }: Instruction): Buffer[] {
  const { opcodeAt, opcode, immediate } = encoding!;
  if (opcode <= 0xff) return [withByte(bytes, opcodeAt, 0xeb)];
  // The distance counts from the end, which stays where it is.
  return [...nothing(immediate!.at - 1), Buffer.concat([Buffer.from([0xe9]), bytes.subarray(immediate!.at)])];
}

/** `set… X` as `mov $1, X`: the number comes behind the operand. */
function alwaysSet({ bytes, encoding }: Instruction, holds: boolean): Buffer {
  const { opcodeAt, modrmAt } = encoding!;
  // The bits between mode and operand mean nothing to `set…`, and are 0 for `mov`.
  const operand = Buffer.from(bytes.subarray(modrmAt));
  operand[0]! &= 0xc7;
  return Buffer.concat([bytes.subarray(0, opcodeAt), Buffer.from([0xc6]), operand, Buffer.from([holds ? 1 : 0])]);
}
