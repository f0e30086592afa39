import { describe, expect, test } from "vitest";
import { recognise } from "../../../src/trial/identity/identify.ts";
import { lineWith, printedText, withEllipses } from "../../../src/trial/identity/printed-text.ts";
import { onStderr } from "./run.ts";

describe("a failure is shown as it was printed:", () => {
  const cases: readonly [name: string, output: string, printed: string][] = [
    ["Node.js", "TypeError: total is not a function\n    at f (/x/a.js:1:2)\n", "TypeError: total is not a function"],
    [
      "Python",
      'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: 7 == 8\n',
      "ValueError: 7 == 8",
    ],
    ["Go", "panic: index 5 is out of range\n\ngoroutine 1 [running]:\n", "panic: index 5 is out of range"],
    ["Java", "java.lang.Error: no key 'x'\n\tat a.B.c(B.java:3)\n", "java.lang.Error: no key 'x'"],
    ["a compiler", "a.c:3:7: internal compiler error: in f, at g.c:12\n", "internal compiler error: in f, at g.c:12"],
    [
      "a C program",
      "*** stack smashing detected ***: 0x12 terminated\n",
      "abort: *** stack smashing detected ***: 0x12 terminated",
    ],
    ["Rust", "thread 'main' panicked at src/main.rs:5:7:\nno 7 in 'x'\n", "panic: no 7 in 'x'"],
    [
      "rustc",
      "error: internal compiler error: DefId(0:3 ~ a[1f]::b) is odd\n",
      "internal compiler error: DefId(0:3 ~ a[1f]::b) is odd",
    ],
    ["LLVM", "LLVM ERROR: Cannot select: t12: i32 = 7\n", "LLVM ERROR: Cannot select: t12: i32 = 7"],
    [
      "a sanitizer, whose kind has numbers too",
      "==1==ERROR: AddressSanitizer: requested allocation size 0x7f exceeds 0x10\n",
      "AddressSanitizer: requested allocation size 0x7f exceeds 0x10",
    ],
  ];
  test.each(cases)("%s", (_, output, printed) => {
    const found = recognise(onStderr(output), []);
    expect(found?.printed).toBe(printed);
    expect(Object.keys(found?.identity ?? {}).sort()).toEqual(["frames", "kind", "message"]);
  });
});

describe("the line that has a message", () => {
  const output = onStderr('  throw new Error("it broke")\n\x1b[31mError: it broke\x1b[0m\n');

  test("is preferably one that has its kind too, without colours", () => {
    expect(lineWith(output, { kind: "Error", message: "it broke" })).toBe("Error: it broke");
    expect(lineWith(output, { kind: "AssertionError", message: "it broke" })).toBe('throw new Error("it broke")');
  });

  test("is not there where the message is empty or elsewhere", () => {
    expect(lineWith(output, { kind: "Error", message: "" })).toBeUndefined();
    expect(lineWith(output, { kind: "Error", message: "it stands" })).toBeUndefined();
  });
});

test("a long message is cut, and one of several lines is on one; spaces stay", () => {
  expect(printedText("the row is ab|   cd")).toBe("the row is ab|   cd");
  expect(printedText("a\n  b\t c ")).toBe("a b c");
  expect(printedText("x".repeat(300))).toBe(`${"x".repeat(200)}…`);
});

test("a blanked message has ellipses for people", () => expect(withEllipses("· == ·")).toBe("… == …"));
