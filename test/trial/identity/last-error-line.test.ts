import { describe, expect, test } from "vitest";
import { lastErrorLine } from "../../../src/trial/identity/identify.ts";

const last = (stderr: string, stdout = "", candidate: readonly string[] = []) =>
  lastErrorLine({ stderr, stdout, dropped: 0 }, candidate);

describe("the last line that looks like an error", () => {
  test("is blanked", () => {
    expect(last("x.c:3:7: error: expected ‘;’ before ‘}’ token\n")).toBe("·: error: expected ‘;’ before ‘}’ token");
    expect(last("reading\nbad.json: unexpected token at 17\nbye\n", "", ["/in/bad.json", "bad.json"])).toBe(
      "·: unexpected token at ·",
    );
  });

  test("is the last of several, but one with a colon before any other", () => {
    expect(last("error: one\nerror: two\n")).toBe("error: two");
    expect(last("error: the reason\ncould not finish, unknown state\n")).toBe("error: the reason");
  });

  test("is on standard output when standard error has none", () => {
    expect(last("starting\n", "error: here\n")).toBe("error: here");
    expect(last("error: there\n", "error: here\n")).toBe("error: there");
  });

  test("is not the count of errors, unless there is nothing else", () => {
    expect(last("error: the reason\n2 errors generated.\nmake: *** [Makefile:2: all] Error 1\n")).toBe(
      "error: the reason",
    );
    expect(last("make: *** [Makefile:2: all] Error 1\n", "error: the reason\n")).toBe("error: the reason");
    expect(last("make: *** [Makefile:2: all] Error 1\n")).toBe("make: *** [Makefile:·: all] Error ·");
    expect(last("--- FAIL: TestSum (0.00s)\nFAIL\nexit status 1\nFAIL\texample.com/sum\t0.003s\n")).toBe(
      "--- FAIL: TestSum (·s)",
    );
  });

  test("is neither a note nor an excerpt of the source nor a frame", () => {
    const text =
      "a.c:1:2: error: first\n    1 | return error: x;\n      | ^\na.c:9:9: note: this error: follows\n    at error: (x)\n";
    expect(last(text)).toBe("·: error: first");
  });

  test("may be missing", () => {
    expect(last("all is well\n", "3 tests\n")).toBeUndefined();
    expect(last("", "")).toBeUndefined();
  });

  test("may come in colour and with Windows line ends", () => {
    expect(last("\u001b[31merror\u001b[0m: no 'x'\r\n\r\n")).toBe("error: no ·");
  });
});
