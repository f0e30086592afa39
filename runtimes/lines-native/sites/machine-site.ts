import type { ChangeKind, Site } from "../../protocol/lines.ts";
import type { Instruction, Position } from "../program/instruction.ts";
import type { OwnFunction } from "../program/own-code.ts";
import type { SourceFile } from "../source/source-file.ts";

/** A site, and the machine code of each of its changes. */
export interface MachineSite extends Site {
  readonly changes: readonly MachineChange[];
}

export interface MachineChange {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly text?: string;
  /** More than one where the same source was compiled several times, as templates are. */
  readonly pieces: readonly Piece[];
}

/**
 * Instructions that follow each other, and those to be executed instead. Where these are together as long as the others, they take
 * their place; otherwise they are executed elsewhere, which takes some microseconds each time.
 */
export interface Piece {
  readonly original: readonly Instruction[];
  readonly changed: readonly Buffer[];
}

/** A site before it has a name. `what` tells apart the sites at one position. */
export interface SiteDraft extends Position {
  readonly what: string;
  readonly text: string;
  readonly reports?: boolean;
  readonly changes: readonly MachineChange[];
}

/** What is known where the sites of a function are looked for. */
export interface FunctionContext {
  readonly function: OwnFunction;
  readonly instructions: readonly Instruction[];
  readonly sourceOf: (file: string) => SourceFile;
  /** Macros of all own files, some of which this one includes. */
  readonly macros: ReadonlyMap<string, string | undefined>;
}

/** One instruction is another one. */
export function replaceOne(original: Instruction, changed: Buffer | undefined): Piece[] {
  return changed === undefined ? [] : [{ original: [original], changed: [changed] }];
}

/** Bytes that do nothing, in instructions of one byte. */
export function nothing(length: number): Buffer[] {
  return Array.from({ length }, () => Buffer.from([0x90]));
}
