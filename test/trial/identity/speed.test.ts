import { expect, test } from "vitest";
import { identify, lastErrorLine } from "../../../src/trial/identity/identify.ts";
import { onStderr } from "./run.ts";

const pieces = [
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

const milliseconds = (piece: string, size: number): number => {
  const output = onStderr(`Error: ${piece.repeat(Math.ceil(size / piece.length))}`);
  const start = performance.now();
  identify(output, ["/in/a.js", "a.js"]);
  lastErrorLine(output, ["/in/a.js", "a.js"]);
  return performance.now() - start;
};

test("a flood of output is read in time proportional to its length", () => {
  for (const piece of pieces) {
    const short = milliseconds(piece, 50_000);
    const long = milliseconds(piece, 400_000);
    // Eight times as much; a quadratic expression would take sixty-four times as long.
    expect(long, JSON.stringify(piece.slice(0, 40))).toBeLessThan(Math.max(24 * short, 800));
  }
});
