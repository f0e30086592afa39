import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { isInMemory, kinds } from "../delve/api.ts";
import { DelveError } from "../delve/connection.ts";
import type { Delve } from "../delve/delve.ts";
import { hexadecimal } from "../memory/expressions.ts";
import { integerIn, isInteger } from "../memory/go-text.ts";
import { withinValue } from "../memory/load-config.ts";
import type { FilledSlot } from "./slots.ts";

/** An assignment for delve. */
export interface Assignment {
  readonly to: string;
  readonly value: string;
  /** A text that is not empty has to be allocated. */
  readonly allocates?: true;
}

/** The assignments that give a variable the value of a text. Throws if there are none. */
export function scalarAssignments({ variable, expression }: FilledSlot, text: string): readonly Assignment[] {
  const { kind, addr, type } = variable;
  const inMemory = isInMemory(variable);
  if (text === "nil" && isNillable(kind)) return [{ to: expression, value: "nil" }];
  if (isInteger(kind)) return [integerAssignment(variable.kind, inMemory ? addr : undefined, expression, text)];
  if (kind === kinds.bool && /^(?:true|false)$/.test(text)) return [{ to: expression, value: text }];
  if (kind === kinds.float32 || kind === kinds.float64)
    return [inMemory ? floatAssignment(kind, addr, text) : { to: expression, value: finite(text) }];
  if (kind === kinds.complex64 || kind === kinds.complex128) return complexAssignments(kind, addr, text, inMemory);
  if (kind === kinds.string && text.startsWith('"'))
    return [{ to: expression, value: text, ...(text === '""' ? {} : { allocates: true }) }];
  throw new ImpossibleChange(`a value of type ${type} cannot be set to ${text}`);
}

export async function assign(delve: Delve, { to, value, allocates }: Assignment, frame: number): Promise<void> {
  try {
    if (allocates) await delve.callFunction(`${to} = ${value}`, withinValue);
    else await delve.set(to, value, frame);
  } catch (error) {
    if (error instanceof DelveError) throw new ImpossibleChange(error.message);
    throw error;
  }
}

function isNillable(kind: number): boolean {
  return (
    kind === kinds.pointer ||
    kind === kinds.slice ||
    kind === kinds.map ||
    kind === kinds.chan ||
    kind === kinds.func ||
    kind === kinds.interface ||
    kind === kinds.unsafePointer
  );
}

function integerAssignment(kind: number, address: number | undefined, expression: string, text: string): Assignment {
  const value = integerIn(text);
  if (value === undefined) throw new ImpossibleChange(`${text} is not an integer`);
  // delve cannot set a uintptr.
  const to = kind === kinds.uintptr && address !== undefined ? `*(*uint64)(${hexadecimal(address)})` : expression;
  return { to, value };
}

/** By its bits: not every float has a literal. */
function floatAssignment(kind: number, address: number, text: string): Assignment {
  const bytes = Buffer.alloc(8);
  const number = floatIn(text);
  if (kind === kinds.float64) bytes.writeDoubleLE(number);
  else bytes.writeFloatLE(number);
  const type = kind === kinds.float64 ? "uint64" : "uint32";
  const bits = kind === kinds.float64 ? bytes.readBigUInt64LE() : bytes.readUInt32LE();
  return { to: `*(*${type})(${hexadecimal(address)})`, value: String(bits) };
}

function complexAssignments(kind: number, address: number, text: string, inMemory: boolean): Assignment[] {
  const [, real, sign, imaginary] = /^\((.+) ([+-]) (.+)i\)$/.exec(text) ?? [];
  if (!inMemory || imaginary === undefined) throw new ImpossibleChange(`a complex number cannot be set to ${text}`);
  const [part, size] = kind === kinds.complex128 ? [kinds.float64, 8] : [kinds.float32, 4];
  return [
    floatAssignment(part, address, real!),
    floatAssignment(part, address + size, sign === "-" ? `-${imaginary}` : imaginary),
  ];
}

function floatIn(text: string): number {
  const infinite = /^([+-]?)Inf$/.exec(text);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  const number = Number(text);
  if (Number.isNaN(number) && text !== "NaN") throw new ImpossibleChange(`${text} is not a number`);
  return number;
}

function finite(text: string): string {
  if (Number.isFinite(floatIn(text))) return text;
  throw new ImpossibleChange(`delve cannot set a register to ${text}`);
}
