/** What the output of a test program says about one of its tests. */
export type OutputEvent =
  | { readonly event: "began"; readonly name: string }
  | {
      readonly event: "ended";
      readonly name: string;
      readonly outcome: "passed" | "failed" | "skipped";
      /** May follow later, with a second event for the same end. */
      readonly error?: string;
    };

/** Reads the output of a test program while it runs. */
export interface OutputReader {
  /** The text that was printed next, which may end inside of a line; empty when the program starts. */
  readonly read: (text: string) => readonly OutputEvent[];
  readonly end: (end: ProgramEnd) => readonly OutputEvent[];
}

export interface ProgramEnd {
  readonly hasFailed: boolean;
  /** The last part of what it printed to standard error, unless that is the same as its output. */
  readonly errorOutput: string;
}

/** Cuts a text that comes in pieces into lines; `rest` is the last one, which is not complete yet. */
export class Lines {
  rest = "";

  add(text: string): readonly string[] {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop()!;
    return lines;
  }
}
