import { expect, test } from "vitest";
import { patternOf } from "../../../runtimes/suites/compiled/go.ts";
import { GoOutput } from "../../../runtimes/suites/compiled/go-output.ts";
import { LibtestOutput } from "../../../runtimes/suites/compiled/libtest-output.ts";
import type { OutputReader } from "../../../runtimes/suites/compiled/output-event.ts";

/** `+NAME` for a beginning, `NAME: OUTCOME` for an end, with the first line of an error. */
function read(output: OutputReader, text: string, errorOutput = ""): string[] {
  const pieces = text.match(/.{1,7}/gs) ?? [];
  const events = [...pieces.flatMap((piece) => output.read(piece)), ...output.end({ hasFailed: false, errorOutput })];
  return events.map((each) => {
    if (each.event === "began") return `+${each.name}`;
    return `${each.name}: ${each.outcome}${each.error === undefined ? "" : ` (${each.error.split("\n").at(-1)})`}`;
  });
}

const goLines = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

test("a test of Go that waits to run in parallel begins when it goes on", () => {
  const lines = [
    "=== RUN   A",
    "=== PAUSE A",
    "=== RUN   B",
    "--- PASS: B (0.00s)",
    "=== CONT  A",
    "--- PASS: A (0.00s)",
  ];
  expect(read(new GoOutput({ isMarked: false, isParallel: true }), goLines(lines))).toEqual([
    "+A",
    "A: skipped",
    "+B",
    "B: passed",
    "+A",
    "A: passed",
  ]);
});

test("where tests of Go run one after the other, one does not begin before the end of another is printed", () => {
  const lines = ["=== RUN   A", "=== PAUSE A", "=== RUN   B", "=== PAUSE B", "=== CONT  A", "=== CONT  B"];
  const ends = ["--- PASS: A (0.00s)", "--- PASS: B (0.00s)"];
  const events = read(new GoOutput({ isMarked: false, isParallel: false }), goLines([...lines, ...ends]));
  expect(events.slice(4)).toEqual(["+A", "A: passed", "+B", "B: passed"]);
});

test("a group of Go that fails by itself is a test that failed", () => {
  const lines = [
    "=== RUN   G",
    "=== RUN   G/a",
    "--- PASS: G/a (0.00s)",
    "    g_test.go:1: no",
    "--- FAIL: G (0.00s)",
    "FAIL",
  ];
  const marked = lines
    .map((line) => (line.startsWith(" ") ? line : `\u0016${line}`))
    .with(2, "x\u0016--- PASS: G/a (0.00s)");
  marked.splice(3, 0, "\u0016=== NAME  G");
  expect(read(new GoOutput({ isMarked: true, isParallel: true }), goLines(marked))).toEqual([
    "+G",
    "G: skipped",
    "+G/a",
    "G/a: passed",
    "G: failed (    g_test.go:1: no)",
  ]);
});

test("a panic is the error of the tests of Go that were running", () => {
  const lines = ["=== RUN   A", "panic: test timed out after 1s", "", "goroutine 1 [running]:", "f(...)"];
  expect(read(new GoOutput({ isMarked: false, isParallel: true }), goLines(lines))).toEqual([
    "+A",
    "A: failed (f(...))",
  ]);
});

test("since Go 1.20 tests in groups are chosen one by one, before that by level", () => {
  const tests = [["A", "x(1)"], ["B"]].map((names) => ({ file: "/p", names }));
  expect(patternOf(tests, true)).toBe("^A$/^x\\(1\\)$|^B$");
  expect(patternOf(tests, false)).toBe("^(A|B)$/^(x\\(1\\))$");
  expect(patternOf([{ file: "/p", names: [] }], true)).toBe("^$");
});

test("with several threads, tests of Rust begin in the order of the list, when there is a thread", () => {
  const text =
    "\nrunning 3 tests\ntest b ... ok\ntest c ... ok\ntest a ... FAILED\n\nfailures:\n\n---- a stdout ----\nno\n\n";
  expect(
    read(
      new LibtestOutput({ names: ["a", "b", "c"], threads: 2 }),
      `${text}\nfailures:\n    a\n\ntest result: FAILED.\n`,
    ),
  ).toEqual(["+a", "+b", "b: passed", "+c", "c: passed", "a: failed", "a: failed (no)"]);
});

test("what tests of Rust print between name and result is no result", () => {
  const text = "running 3 tests\ntest a ... all ok\nmore\nok\ntest b ... xFAILED\ntest c - should panic ... ok\n";
  const end = "\nfailures:\n\nfailures:\n    b\n\ntest result: FAILED. 2 passed\n";
  const panic = "thread 'c' (7) panicked at src/lib.rs:9:\nas it should\nthread 'main' panicked at src/lib.rs:1:\nno\n";
  expect(read(new LibtestOutput({ names: [], threads: 1 }), text + end, panic)).toEqual([
    "+a",
    "a: passed",
    "+b",
    "b: failed",
    "+c",
    "c: passed",
    "b: failed (no)",
  ]);
});
