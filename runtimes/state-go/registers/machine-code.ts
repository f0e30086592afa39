/** x86-64 instructions as bytes. */

const numbers = ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi"];

export function isGeneral(register: string): boolean {
  return register !== "flags" && !register.startsWith("xmm");
}

export function setGeneral(register: string, value: bigint): number[] {
  const number = numberOf(register);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return [0x48 | (number >> 3), 0xb8 | (number & 7), ...bytes];
}

/** Moves `rax` to a register for floats. */
export function moveFromRax(register: string): number[] {
  const number = numberOf(register);
  return [0x66, number > 7 ? 0x4c : 0x48, 0x0f, 0x6e, 0xc0 | ((number & 7) << 3)];
}

/** Clears the overflow flag, and sets the others from the second byte of `rax`. */
export const flagsFromRax: readonly (readonly number[])[] = [[0x84, 0xc0], [0x9e]];

/** With a jump to the first of the instructions. */
export function jumpBack(code: readonly number[]): number[] {
  return [...code, 0xeb, 0x100 - (code.length + 2)];
}

function numberOf(register: string): number {
  const known = numbers.indexOf(register);
  return known >= 0 ? known : Number(register.replaceAll(/\D/g, ""));
}
