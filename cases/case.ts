import type { Workshop } from "./workshop.ts";

/** A published experiment that is run again. */
export interface Case {
  /** By which it is chosen on the command line. */
  readonly name: string;
  readonly rows: (workshop: Workshop) => AsyncIterable<Row>;
}

/** One search of an experiment: a line of the table. */
export interface Row {
  readonly experiment: string;
  readonly deltas: number;
  /** The cause, for people. */
  readonly found: string;
  /** Tests that the search needed, without the two ends and the confirmation. */
  readonly tests: number;
  /** The published figure, or "-" where none is given. */
  readonly published: string;
  readonly remark?: string;
  /** What does not fit under a column: shown below the table, once. */
  readonly note?: string;
  /** What is off, as sentences; empty when the result was seen to be right. */
  readonly wrong: readonly string[];
}

/** The sentences whose claims do not hold. */
export function wrongIn(claims: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(claims).flatMap(([claim, holds]) => (holds ? [] : [`it does not hold that ${claim}`]));
}
