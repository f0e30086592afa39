import { type CodeStep, jumpSources, lineVisits } from "../../shared/line-visits.ts";
import type { LineTable } from "../jdwp/class-commands.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Id } from "../jdwp/values.ts";
import { decodeBytecode, type Instruction } from "./bytecode.ts";

/** The instructions of a method with their lines. */
export interface MethodCode {
  readonly steps: readonly CodeStep[];
  /** In order; empty: the lines are not known. */
  readonly lines: readonly number[];
  /** The instructions that may jump to an instruction. */
  readonly jumpsTo: (index: number) => readonly CodeStep[];
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
  const steps = instructions.map((each): CodeStep => {
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

/** The line of an instruction; 0: not known. */
export function lineAt({ steps }: MethodCode, index: number): number {
  return Number(steps.findLast(({ address }) => address <= index)?.line ?? 0);
}
