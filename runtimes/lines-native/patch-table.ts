import type { LinesPlan, SiteChange } from "../protocol/lines.ts";
import { type MovedCode, moveCode, placed } from "./moved-code.ts";
import { endOf } from "./program/instruction.ts";
import type { MachineChange, Piece } from "./sites/machine-site.ts";

export interface TableContents {
  readonly program: string;
  readonly buildId: string | undefined;
  readonly plan: LinesPlan;
  readonly change: MachineChange | undefined;
  /** The addresses of statements, ascending, with the first byte of each. */
  readonly traps: readonly { readonly address: number; readonly byte: number }[];
}

/** The table that `lines.c` reads; it explains the entries. */
export function patchTable({ program, buildId, plan, change, traps }: TableContents): string {
  const entries = [
    `program ${program}`,
    ...(buildId === undefined ? [] : [`build-id ${buildId}`]),
    `report ${plan.report}`,
    ...(change ? changeEntries(change, plan.change!) : []),
    ...(plan.trace ? traps.map(({ address, byte }) => `trap ${hex(address)} ${hexByte(byte)}`) : []),
  ];
  return entries.map((entry) => `${entry}\n`).join("");
}

/**
 * Only some executions, or code that is longer than what was there: these are counted, and the code is executed elsewhere. All: it
 * is replaced, which costs no time.
 */
function changeEntries({ pieces }: MachineChange, { first, last }: SiteChange): string[] {
  if (first === undefined && last === undefined && pieces.every(fits)) return pieces.map(patchEntry);
  const instances = `instances ${hex(first ?? 1)} ${last === undefined ? "ffffffffffffffff" : hex(last)}`;
  return [instances, ...pieces.flatMap(siteEntries)];
}

function fits({ original, changed }: Piece): boolean {
  return lengthOf(changed) === lengthOf(original.map(({ bytes }) => bytes));
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

function patchEntry({ original, changed }: Piece): string {
  const old = Buffer.concat(original.map(({ bytes }) => bytes));
  return `patch ${hex(original[0]!.address)} ${old.toString("hex")} ${Buffer.concat(changed).toString("hex")}`;
}

function siteEntries({ original, changed }: Piece): string[] {
  const [address, resume] = [original[0]!.address, endOf(original.at(-1)!)];
  const unchanged = original.map(({ bytes }) => bytes);
  return [
    `site ${hex(address)} ${hexByte(unchanged[0]![0]!)}`,
    ...codeEntries("original", moveCode(placed(unchanged, address), resume)),
    ...codeEntries("changed", moveCode(placed(changed, address, original), resume)),
  ];
}

function codeEntries(name: string, { code, fixes }: MovedCode): string[] {
  return [
    `${name} ${code.toString("hex")}`,
    ...fixes.map(({ at, kind, target }) => `fix ${hex(at)} ${kind} ${hex(target)}`),
  ];
}

const hex = (value: number) => value.toString(16);
const hexByte = (value: number) => hex(value).padStart(2, "0");
