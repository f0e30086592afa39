import { readFileSync } from "node:fs";
import type { OutputReader } from "./output-event.ts";

/** How one test program of Go or Rust is started, and how its output is read. */
export interface TestProgram {
  readonly runner: "go" | "cargo";
  /** What its tests have as their file. */
  readonly file: string;
  /** Undefined: none of its tests is to run. */
  readonly words: readonly string[] | undefined;
  /** Words that ask `go test` or `cargo test` for the same random order. */
  readonly seed?: readonly string[];
  readonly output: OutputReader;
  /** What is between the parts of a test's name. */
  readonly separator: string;
  /** What is printed of a line of its output. */
  readonly shown: (line: string) => string;
}

/** Where a test program comes from, and what is asked of it. */
export interface Start {
  /** The user's own program to start others with, and its arguments. */
  readonly chain: readonly string[];
  readonly binary: string;
  readonly args: readonly string[];
}

/** Whether a text is somewhere in a program, such as the name of an option that it knows. */
export function isInProgram(binary: string, text: string): boolean {
  return readFileSync(binary).includes(text);
}
