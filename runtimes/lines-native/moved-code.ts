import { decode, type Encoding } from "./program/encoding.ts";
import type { Instruction } from "./program/instruction.ts";

/** Machine code that can be executed at another place. */
export interface MovedCode {
  readonly code: Buffer;
  readonly fixes: readonly Fix[];
}

/** What depends on the place: the distance to an address (`rel`), or half of an address that the program's own place decides. */
export interface Fix {
  readonly at: number;
  readonly kind: "rel" | "low" | "high";
  readonly target: number;
}

/** An instruction, and the address behind it: distances to other places count from there. */
export interface Placed {
  readonly bytes: Buffer;
  readonly end: number;
}

/** Moves instructions to be executed one after the other; behind them the code continues at `resume`. */
export function moveCode(instructions: readonly Placed[], resume: number): MovedCode {
  return join([...instructions.map(({ bytes, end }) => moveInstruction(bytes, end)), jump([0xe9], resume)]);
}

/** Instructions that stand one after the other from an address on, but for those that are known to stand elsewhere. */
export function placed(
  instructions: readonly Buffer[],
  address: number,
  known: readonly Pick<Instruction, "bytes" | "address">[] = [],
): Placed[] {
  return instructions.map((bytes) => {
    address += bytes.length;
    const own = known.find((each) => each.bytes === bytes);
    return { bytes, end: own ? own.address + bytes.length : address };
  });
}

/** `end` is the address behind the instruction where it stood. */
function moveInstruction(bytes: Buffer, end: number): MovedCode {
  const encoding = decode(bytes);
  if (encoding === undefined) throw new Error(`unknown instruction ${bytes.toString("hex")}`);
  const { opcode, immediate, isRelative, displacement } = encoding;
  if (isJump(encoding)) {
    const target = end + bytes.readIntLE(immediate!.at, immediate!.size);
    if (opcode === 0xe8) return call(target, end);
    const isConditional = opcode !== 0xeb && opcode !== 0xe9;
    return jump(isConditional ? [0x0f, 0x80 | (opcode & 0xf)] : [0xe9], target);
  }
  if (!isRelative) return { code: bytes, fixes: [] };
  const { at } = displacement!;
  // The fix counts from behind the distance, the instruction from its end.
  const target = end + bytes.readInt32LE(at) - (immediate?.size ?? 0);
  return { code: bytes, fixes: [{ at, kind: "rel", target }] };
}

function isJump({ opcode }: Encoding): boolean {
  return [0xe8, 0xe9, 0xeb].includes(opcode) || (opcode & 0xfff0) === 0x70 || (opcode & 0xfff0) === 0x0f80;
}

function jump(opcode: readonly number[], target: number): MovedCode {
  return { code: Buffer.from([...opcode, 0, 0, 0, 0]), fixes: [{ at: opcode.length, kind: "rel", target }] };
}

/** A call that returns to where the original would: exceptions find their handlers by the addresses on the stack. */
function call(target: number, end: number): MovedCode {
  const makeRoom = Buffer.from([0x48, 0x8d, 0x64, 0x24, 0xf8]);
  const storeLow = Buffer.from([0xc7, 0x04, 0x24, 0, 0, 0, 0]);
  const storeHigh = Buffer.from([0xc7, 0x44, 0x24, 0x04, 0, 0, 0, 0]);
  return join([
    { code: makeRoom, fixes: [] },
    { code: storeLow, fixes: [{ at: 3, kind: "low", target: end }] },
    { code: storeHigh, fixes: [{ at: 4, kind: "high", target: end }] },
    jump([0xe9], target),
  ]);
}

function join(parts: readonly MovedCode[]): MovedCode {
  let length = 0;
  const fixes: Fix[] = [];
  for (const part of parts) {
    for (const fix of part.fixes) fixes.push({ ...fix, at: fix.at + length });
    length += part.code.length;
  }
  return { code: Buffer.concat(parts.map(({ code }) => code)), fixes };
}
