import type { Output } from "../../../src/trial/process/execution.ts";

/** What a flood of output may repeat: the beginnings of everything that is recognised, and of what is never closed. */
export const pieces: readonly string[] = [
  "'a ",
  '"',
  "`a ",
  "at x (",
  "    at f (/a/b.js:1:2)\n",
  `    at x${" ".repeat(3000)}y\n`,
  "$",
  "a.",
  "a/",
  "1,",
  "Traceback (most recent call last):\n",
  '  File "x", line 1, in f\n',
  "#0 0x12 in f /a.c:1\n",
  "Error: x\n",
  "error ",
  "\u001b[31mx",
  "\u001b]8;;",
  "\u001b[",
  "\r",
  "Caused by: a.b.C: x\n",
  "\tat a.b.C.d(E.java:1)\n",
  "panic: x\n",
  "goroutine 1 [running]:\n",
  "thread 'main' panicked at ",
  "Assertion failed: (",
  ": Assertion `",
  "x:1: ",
  "((((",
  "<<<<",
  "ERROR: aSanitizer: data race\n",
  "Previous \n",
  "internal compiler error: x\n",
  "*** [a] Error ",
  "^\n",
  "❯ a b:1:2\n",
  `${"a".repeat(3999)}\n`,
  `${" ".repeat(3999)}\n`,
  "=== FAILURES ===\nE   x\n",
  "expect(",
];

/** An error message with so many characters of the same piece. */
export function flood(piece: string, length: number): Output {
  return { stdout: "", stderr: `Error: ${piece.repeat(Math.ceil(length / piece.length))}`, dropped: 0 };
}
