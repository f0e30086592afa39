/** The parts of delve's JSON-RPC interface (API version 2) that are used here. */

/** `Kind` of a variable: the numbers of Go's `reflect.Kind`. */
export const kinds = {
  invalid: 0,
  bool: 1,
  int: 2,
  uint: 7,
  uintptr: 12,
  float32: 13,
  float64: 14,
  complex64: 15,
  complex128: 16,
  array: 17,
  chan: 18,
  func: 19,
  interface: 20,
  map: 21,
  pointer: 22,
  slice: 23,
  string: 24,
  struct: 25,
  unsafePointer: 26,
} as const;

/** Bits of `flags`. */
export const flags = { shadowed: 2, argument: 8, result: 16 } as const;

export interface Variable {
  readonly name: string;
  readonly addr: number;
  readonly onlyAddr: boolean;
  readonly type: string;
  readonly realType: string;
  readonly flags: number;
  readonly kind: number;
  readonly value: string;
  /** In base64, for texts that are not UTF-8; older versions of delve do not say. */
  readonly StringValueBytes?: string | null;
  readonly len: number;
  readonly cap: number;
  readonly children: readonly Variable[] | null;
  /** Where the elements of a slice or the bytes of a string are. */
  readonly base: number;
  readonly unreadable: string;
  readonly DeclLine: number;
}

export interface Location {
  readonly pc: number;
  readonly file: string;
  readonly line: number;
  readonly function?: { readonly name: string; readonly value: number; readonly optimized: boolean };
  readonly pcs?: readonly number[] | null;
}

export interface Frame extends Location {
  /** From the end of the goroutine's stack: stacks move. */
  readonly FrameOffset: number;
}

export interface Breakpoint {
  readonly id: number;
  readonly name: string;
  readonly totalHitCount: number;
}

export interface Thread {
  readonly id: number;
  readonly goroutineID: number;
  readonly breakPoint?: Breakpoint;
  readonly breakPointInfo?: { readonly stacktrace?: readonly Frame[] };
  readonly ReturnValues?: readonly Variable[] | null;
}

export interface State {
  readonly exited?: boolean;
  /** Negative: the number of a signal. */
  readonly exitStatus?: number;
  readonly currentThread?: Thread;
  readonly currentGoroutine?: { readonly id: number; readonly startLoc: Location };
  readonly Threads: readonly Thread[] | null;
}

export interface Instruction {
  readonly Loc: Location;
  readonly Text: string;
}

/** What of a value is loaded at once. */
export interface LoadConfig {
  readonly FollowPointers: boolean;
  readonly MaxVariableRecurse: number;
  readonly MaxStringLen: number;
  readonly MaxArrayValues: number;
  readonly MaxStructFields: number;
}

/** Addresses beyond this one are not in memory: delve makes them up for registers. */
const maxAddress = 2 ** 48;

export function isInMemory({ addr }: Variable): boolean {
  return addr > 0 && addr < maxAddress;
}
