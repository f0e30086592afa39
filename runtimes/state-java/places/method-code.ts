import { type CodeStep, jumpSources, lineVisits } from "../../shared/line-visits.ts";
import type { LineTable } from "../jdwp/class-commands.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Id } from "../jdwp/values.ts";
import { decodeBytecode, type Instruction } from "./bytecode.ts";

/** An instruction with its line. */
export type JavaStep = CodeStep & Instruction;

/** The instructions of a method with their lines. */
export interface MethodCode {
  readonly steps: readonly JavaStep[];
  /** In order; empty: the lines are not known. */
  readonly lines: readonly number[];
  /** The instructions that may jump to an instruction. */
  readonly jumpsTo: (index: number) => readonly JavaStep[];
}

export async function readCode(machine: Machine, type: Id, method: Id): Promise<MethodCode> {
  const [table, bytecodes] = await Promise.all([
    machine.classes.lineTable(type, method),
    machine.classes.bytecodes(type, method),
  ]);
  return codeWithLines(decodeBytecode(bytecodes), table?.lines ?? []);
}

export function codeWithLines(instructions: readonly Instruction[], table: LineTable["lines"]): MethodCode {
  const rows = table.toSorted((a, b) => a.index - b.index);
  let row = -1;
  const steps = instructions.map((each): JavaStep => {
    while (row + 1 < rows.length && rows[row + 1]!.index <= each.address) row++;
    return { ...each, line: rows[row]?.line ?? 0 };
  });
  const lines = [...new Set(rows.map(({ line }) => line))].sort((a, b) => a - b);
  const sources = jumpSources(steps);
  return { steps, lines, jumpsTo: (index) => sources.get(index) ?? [] };
}

/** The instructions with which visits to a line begin. */
export function visitsTo({ steps, lines }: MethodCode, line: number): number[] {
  return lines.includes(line) ? lineVisits(steps, 0, line) : [];
}

/** The instructions of a line after which control may come to another one of the same line. */
export function withinLine({ steps, jumpsTo }: MethodCode, index: number): JavaStep[] {
  const at = steps.findIndex(({ address }) => address === index);
  const [before, { line }] = [steps[at - 1], steps[at]!];
  const jumps = jumpsTo(index).filter((each) => each.line === line);
  // Where a call comes before, the method may come to the same instruction in another call of it first.
  const isPlain = before?.fallsThrough && before.targets.length === 0 && !before.isCall;
  return isPlain && before.line === line ? [before, ...jumps] : jumps;
}

/** The line of an instruction; 0: not known. */
export function lineAt({ steps }: MethodCode, index: number): number {
  return Number(steps.findLast(({ address }) => address <= index)?.line ?? 0);
}
