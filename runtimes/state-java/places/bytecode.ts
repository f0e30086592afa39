/** The flow of control in the bytecode of a method, by the table of instructions of the Java virtual machine. */

/** An instruction: where it is, where it may jump to, and whether control may continue with the next one. */
export interface Instruction {
  readonly address: number;
  readonly targets: readonly number[];
  readonly fallsThrough: boolean;
  /** Other code runs before the next one. */
  readonly isCall: boolean;
}

export function decodeBytecode(code: Buffer): Instruction[] {
  const instructions: Instruction[] = [];
  for (let at = 0; at < code.length; ) {
    const { length, ...flow } = decodeAt(code, at);
    instructions.push({ address: at, ...flow, isCall: isCall(code.readUInt8(at)) });
    at += length;
  }
  return instructions;
}

interface Decoded extends Omit<Instruction, "address" | "isCall"> {
  readonly length: number;
}

function decodeAt(code: Buffer, at: number): Decoded {
  const operation = code.readUInt8(at);
  if (operation === tableSwitch || operation === lookupSwitch) return decodeSwitch(code, at, operation);
  if (operation === wide)
    return { length: code.readUInt8(at + 1) === increment ? 6 : 4, targets: [], fallsThrough: true };
  const length = lengthOf(operation);
  if (isBranch(operation)) {
    const offset = length === 5 ? code.readInt32BE(at + 1) : code.readInt16BE(at + 1);
    return { length, targets: [at + offset], fallsThrough: operation !== goTo && operation !== goToWide };
  }
  return { length, targets: [], fallsThrough: !endsFlow(operation) };
}

const increment = 0x84;
const goTo = 0xa7;
const tableSwitch = 0xaa;
const lookupSwitch = 0xab;
const wide = 0xc4;
const goToWide = 0xc8;

/** Its numbers begin at an address that can be divided by 4. */
function decodeSwitch(code: Buffer, at: number, operation: number): Decoded {
  const start = (at + 4) & ~3;
  const number = (index: number) => code.readInt32BE(start + 4 * index);
  const isTable = operation === tableSwitch;
  const count = isTable ? number(2) - number(1) + 1 : number(1);
  const [first, step] = isTable ? [3, 1] : [3, 2];
  const offsets = Array.from({ length: count }, (_, i) => number(first + i * step));
  const size = isTable ? 3 + count : 2 + 2 * count;
  const targets = [...new Set([number(0), ...offsets].map((offset) => at + offset))];
  return { length: start + 4 * size - at, targets, fallsThrough: false };
}

function isBranch(operation: number): boolean {
  const isShort = (operation >= 0x99 && operation <= 0xa8) || operation === 0xc6 || operation === 0xc7;
  return isShort || operation === goToWide || operation === 0xc9;
}

function isCall(operation: number): boolean {
  return operation >= 0xb6 && operation <= 0xba;
}

/** Returns, throws, and the end of a subroutine. */
function endsFlow(operation: number): boolean {
  return (operation >= 0xa9 && operation <= 0xb1 && operation !== tableSwitch) || operation === 0xbf;
}

function lengthOf(operation: number): number {
  if (isBranch(operation)) return operation >= goToWide ? 5 : 3;
  return (
    lengths.find(([, operations]) => operations.some(([from, to]) => operation >= from && operation <= to))?.[0] ?? 1
  );
}

type Range = readonly [from: number, to: number];

/** Instructions that are longer than one byte. */
const lengths: readonly (readonly [length: number, operations: readonly Range[]])[] = [
  [
    2,
    [
      [0x10, 0x10],
      [0x12, 0x12],
      [0x15, 0x19],
      [0x36, 0x3a],
      [0xa9, 0xa9],
      [0xbc, 0xbc],
    ],
  ],
  [
    3,
    [
      [0x11, 0x11],
      [0x13, 0x14],
      [0x84, 0x84],
      [0xb2, 0xb8],
      [0xbb, 0xbb],
      [0xbd, 0xbd],
      [0xc0, 0xc1],
    ],
  ],
  [4, [[0xc5, 0xc5]]],
  [5, [[0xb9, 0xba]]],
];
