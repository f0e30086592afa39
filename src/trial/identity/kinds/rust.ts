import { posix } from "node:path";
import { messageForms } from "../blank.ts";
import type { CandidateFiles } from "../candidate.ts";
import { innermost } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";
import { firstPanic, type Panic, standardLibrary } from "./rust-trace.ts";

/** `thread 'main' panicked at src/main.rs:5:7`, or a stack overflow. */
export const rust: Recogniser = (lines, candidate) => {
  const panic = firstPanic(lines);
  if (panic !== undefined) {
    return {
      kind: "panic",
      ...messageForms(panic.message, candidate, withoutQuotes),
      frames: framesOf(panic, candidate),
    };
  }
  const overflow = lines.some((line) => /^thread '.*' (?:\(\d+\) )?has overflowed its stack$/.test(line));
  return overflow ? { kind: "stack overflow", message: "", printed: "", frames: [] } : undefined;
};

/** Without a backtrace, the file stands for the function. A place inside the candidate does not last, so it is left out. */
function framesOf(panic: Panic, candidate: CandidateFiles): readonly string[] {
  if (candidate.place(panic.file) === "candidate") return [];
  if (panic.trace.length > 0) return innermost(panic.trace, candidate, { never: standardLibrary });
  const name = posix.basename(panic.file).replace(/:.*/, "");
  return name === "" ? [] : innermost([{ name: `(${name})`, file: panic.file }], candidate);
}

/** Unquotes phrases of the standard library, where the quoted text is not a name from the program. */
function withoutQuotes(message: string): string {
  return message
    .replace(/^assertion failed: `\(left (\S+) right\)`/, "assertion left $1 right failed") // until Rust 1.72
    .replace(/^assertion `left (\S+) right` failed/, "assertion left $1 right failed")
    .replace(/^called `([\w:]+\(\))` on an? `(\w+)` value/, "called $1 on $2");
}
