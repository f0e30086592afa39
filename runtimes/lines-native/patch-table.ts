import type { LinesBatch, LinesPlan, SiteChange } from "../protocol/lines.ts";
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
  return tableText([
    ...programEntries({ program, buildId }),
    `report ${plan.report}`,
    ...(change ? changeEntries(change, plan.change!) : []),
    ...(plan.trace ? traps.map(({ address, byte }) => `trap ${hex(address)} ${hexByte(byte)}`) : []),
  ]);
}

/** The table that `runs.c` reads. The table of each run stands beside that of the batch, with its number. */
export function batchTable(
  { runs, results, stdin, timeLimit, cpuLimit }: LinesBatch,
  { batchFile, ...program }: Pick<TableContents, "program" | "buildId"> & { readonly batchFile: string },
): string {
  return tableText([
    ...programEntries(program),
    `results ${results}`,
    `time ${hex(Math.ceil(timeLimit))}`,
    ...(cpuLimit === undefined ? [] : [`cpu ${hex(Math.ceil(cpuLimit))}`]),
    ...(stdin === undefined ? [] : [`stdin ${stdin}`]),
    ...runs.flatMap(({ output, temporary }, i) => [
      `plan ${batchFile}-${i}`,
      `output ${output}`,
      `temporary ${temporary}`,
    ]),
  ]);
}

function tableText(entries: readonly string[]): string {
  return entries.map((entry) => `${entry}\n`).join("");
}

function programEntries({ program, buildId }: Pick<TableContents, "program" | "buildId">): string[] {
  return [`program ${program}`, ...(buildId === undefined ? [] : [`build-id ${buildId}`])];
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
