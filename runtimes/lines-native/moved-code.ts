import { decode, type Encoding } from "./program/encoding.ts";

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

/** Moves instructions that stood one after the other from `address` on; behind them the code continues at `resume`. */
export function moveCode(instructions: readonly Buffer[], address: number, resume: number): MovedCode {
  const parts: MovedCode[] = [];
  for (const bytes of instructions) {
    address += bytes.length;
    parts.push(moveInstruction(bytes, address));
  }
  return join([...parts, jump([0xe9], resume)]);
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
