/** Where the parts of an x86-64 instruction stand in its bytes. */
export interface Encoding {
  /** The offset of the opcode behind the prefixes. */
  readonly opcodeAt: number;
  /** `0x0f84` for an opcode of two bytes. */
  readonly opcode: number;
  readonly modrmAt?: number;
  readonly displacement?: Part;
  readonly immediate?: Part | undefined;
  /** The displacement counts from the end of the instruction. */
  readonly isRelative: boolean;
}

export interface Part {
  readonly at: number;
  readonly size: number;
}

/** Undefined for instructions that are not known, such as those of AVX. */
export function decode(bytes: Buffer): Encoding | undefined {
  let at = 0;
  let isShort = false;
  for (; [0x66, 0xf2, 0xf3].includes(bytes[at]!); at++) isShort ||= bytes[at] === 0x66;
  const isWide = (bytes[at]! & 0xf8) === 0x48;
  if ((bytes[at]! & 0xf0) === 0x40) at++;
  const opcodeAt = at;
  const isTwoBytes = bytes[at] === 0x0f;
  const opcode = isTwoBytes ? 0x0f00 | bytes[at + 1]! : bytes[at]!;
  at += isTwoBytes ? 2 : 1;
  const modrm = hasModrm(opcode) ? bytes[at] : undefined;
  const isLonger = opcode === 0x0f38 || opcode === 0x0f3a;
  if (isLonger || (modrm === undefined && hasModrm(opcode))) return undefined;
  const address = modrm === undefined ? { end: at, isRelative: false } : addressParts(bytes, at);
  const size = immediateSize(opcode, modrm, { isShort, isWide });
  const immediate = size === 0 ? undefined : { at: address.end, size };
  if (address.end + size !== bytes.length) return undefined;
  return { opcodeAt, opcode, ...(modrm === undefined ? {} : { modrmAt: at }), ...address, immediate };
}

export function readPart(bytes: Buffer, { at, size }: Part): number {
  return size === 8 ? Number(bytes.readBigInt64LE(at)) : bytes.readIntLE(at, size);
}

/** The bytes with another number in them; undefined: there is no room for it. */
export function withPart(bytes: Buffer, { at, size }: Part, value: number): Buffer | undefined {
  if (size === 8 || value < -(2 ** (size * 8 - 1)) || value >= 2 ** (size * 8 - 1)) return undefined;
  const changed = Buffer.from(bytes);
  changed.writeIntLE(value, at, size);
  return changed;
}

/** The bytes with another distance from the base register; longer where there is no room for it. Undefined: there is no base. */
export function withDisplacement(bytes: Buffer, encoding: Encoding, value: number): Buffer | undefined {
  const { displacement, modrmAt, isRelative } = encoding;
  const same = displacement && withPart(bytes, displacement, value);
  if (same !== undefined || modrmAt === undefined) return same;
  const mode = bytes[modrmAt]! >> 6;
  if (isRelative || mode > 1 || (mode === 0 && displacement) || Math.abs(value) >= 2 ** 31) return undefined;
  const hasIndex = (bytes[modrmAt]! & 7) === 4;
  const at = modrmAt + (hasIndex ? 2 : 1);
  const distance = Buffer.alloc(4);
  distance.writeInt32LE(value);
  const head = withByte(bytes.subarray(0, at), modrmAt, (bytes[modrmAt]! & 0x3f) | 0x80);
  return Buffer.concat([head, distance, bytes.subarray(at + (displacement?.size ?? 0))]);
}

/** The number of bytes in memory that the instruction reads or writes; undefined: none, or not known. */
export function accessSize(bytes: Buffer, { opcode, opcodeAt, modrmAt }: Encoding): number | undefined {
  if (modrmAt === undefined || bytes[modrmAt]! >> 6 === 3) return undefined;
  const prefixes = bytes.subarray(0, opcodeAt);
  const isWide = opcodeAt > 0 && (bytes[opcodeAt - 1]! & 0xf8) === 0x48;
  const word = isWide ? 8 : prefixes.includes(0x66) ? 2 : 4;
  if (opcode === 0x0fb6 || opcode === 0x0fbe) return 1;
  if (opcode === 0x0fb7 || opcode === 0x0fbf) return 2;
  if (opcode === 0x63) return 4;
  if (opcode === 0x0faf) return word;
  if (isFloatAccess(opcode)) return prefixes.includes(0xf2) ? 8 : prefixes.includes(0xf3) ? 4 : undefined;
  // `lea`, 0x8d, only computes an address.
  const isPlain = opcode < 0x40 || within(opcode, 0x80, 0x8b) || within(opcode, 0xc6, 0xc7);
  return isPlain ? (opcode & 1 ? word : 1) : undefined;
}

/** Moves, sums, differences, products and quotients of floating-point numbers. */
function isFloatAccess(opcode: number): boolean {
  return [0x0f10, 0x0f11, 0x0f58, 0x0f59, 0x0f5c, 0x0f5e].includes(opcode);
}

export function withByte(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = value;
  return changed;
}

interface AddressParts {
  readonly end: number;
  readonly displacement?: Part;
  readonly isRelative: boolean;
}

function addressParts(bytes: Buffer, modrmAt: number): AddressParts {
  const [mode, base] = [bytes[modrmAt]! >> 6, bytes[modrmAt]! & 7];
  if (mode === 3) return { end: modrmAt + 1, isRelative: false };
  const hasIndex = base === 4;
  const at = modrmAt + (hasIndex ? 2 : 1);
  const isRelative = mode === 0 && base === 5;
  const hasNoBase = mode === 0 && hasIndex && (bytes[modrmAt + 1]! & 7) === 5;
  const size = mode === 1 ? 1 : mode === 2 || isRelative || hasNoBase ? 4 : 0;
  return size === 0 ? { end: at, isRelative } : { end: at + size, displacement: { at, size }, isRelative };
}

const within = (value: number, low: number, high: number) => value >= low && value <= high;

function hasModrm(opcode: number): boolean {
  if (opcode > 0xff) {
    const second = opcode & 0xff;
    return (
      !within(second, 0x80, 0x8f) && ![0x05, 0x0b, 0x31, 0x77, 0xa2].includes(second) && !within(second, 0xc8, 0xcf)
    );
  }
  if (opcode < 0x40) return (opcode & 7) < 4;
  if (within(opcode, 0x80, 0x8f) || within(opcode, 0xd0, 0xd3) || within(opcode, 0xd8, 0xdf)) return true;
  return [0x63, 0x69, 0x6b, 0xc0, 0xc1, 0xc6, 0xc7, 0xf6, 0xf7, 0xfe, 0xff].includes(opcode);
}

const withByteImmediate = [0x6a, 0x6b, 0x80, 0x83, 0xa8, 0xc0, 0xc1, 0xc6, 0xcd, 0xeb];
const withWordImmediate = [0x68, 0x69, 0x81, 0xa9, 0xc7];
const withByteImmediate0f = [0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6];

function immediateSize(
  opcode: number,
  modrm: number | undefined,
  { isShort, isWide }: { isShort: boolean; isWide: boolean },
): number {
  const word = isShort ? 2 : 4;
  if (opcode > 0xff) {
    if (within(opcode, 0x0f80, 0x0f8f)) return 4;
    return withByteImmediate0f.includes(opcode & 0xff) ? 1 : 0;
  }
  if (opcode < 0x40 && (opcode & 7) === 4) return 1;
  if (opcode < 0x40 && (opcode & 7) === 5) return word;
  if (within(opcode, 0x70, 0x7f) || within(opcode, 0xb0, 0xb7) || withByteImmediate.includes(opcode)) return 1;
  if (within(opcode, 0xb8, 0xbf)) return isWide ? 8 : word;
  if (opcode === 0xe8 || opcode === 0xe9) return 4;
  if (withWordImmediate.includes(opcode)) return word;
  // The two operations of test have an immediate, the others of this group do not.
  if ((opcode === 0xf6 || opcode === 0xf7) && (modrm! & 0x38) <= 8) return opcode === 0xf6 ? 1 : word;
  return 0;
}
