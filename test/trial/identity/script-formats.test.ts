import { describe, expect, test } from "vitest";
import { expectDifferent, expectSame, identified } from "./run.ts";

describe("test runners", () => {
  test("Jest prints a code frame between the error and its stack", () => {
    const text = `  ● adds › twice

    TypeError: Cannot read properties of null (reading 'b')

      1 | const get = (x) => x.a.b;
    > 2 | const all = (x) => get(x);
        |                    ^

      at get (src/get.js:1:24)
      at Object.<anonymous> (test/get.test.js:5:3)
`;
    expect(identified(text)).toEqual({
      kind: "TypeError",
      message: "Cannot read properties of null (reading ·)",
      frames: ["get", "<anonymous>"],
    });
  });

  test("Jest leaves out the class of an expectation", () => {
    const text =
      "  ● adds\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n    Received: 4\n\n      at Object.toBe (test/a.test.js:5:3)\n";
    expect(identified(text)).toMatchObject({ kind: "AssertionError", frames: ["toBe"] });
  });

  test("Mocha indents everything", () => {
    const text =
      "  1) adds\n       twice:\n     RangeError: too long: 12\n      at add (src/add.js:3:9)\n      at Context.<anonymous> (test/add.js:9:5)\n";
    expect(identified(text)).toEqual({
      kind: "RangeError",
      message: "too long: ·",
      frames: ["add", "Context.<anonymous>"],
    });
  });

  test("pytest has tracebacks of its own", () => {
    const long = `=================================== FAILURES ===================================
___________________________________ test_one ___________________________________

>   def test_one(): helper('{"a": }')

test_a.py:3:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
test_a.py:2: in helper
    def helper(x): return decode(x)
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

    def raw_decode(self, s, idx=0):
>           raise JSONDecodeError("Expecting value", s, err.value) from None
E           json.decoder.JSONDecodeError: Expecting value: line 1 column 7 (char 6)

/usr/lib/python3/json/decoder.py:355: JSONDecodeError
`;
    const short = `=================================== FAILURES ===================================
___________________________________ test_one ___________________________________
test_a.py:3: in test_one
    def test_one(): helper('{"a": }')
test_a.py:2: in helper
    def helper(x): return decode(x)
/usr/lib/python3/json/decoder.py:355: in raw_decode
    raise JSONDecodeError("Expecting value", s, err.value) from None
E   json.decoder.JSONDecodeError: Expecting value: line 1 column 9 (char 8)
`;
    expect(identified(long)).toEqual({
      kind: "json.decoder.JSONDecodeError",
      message: "Expecting value: line · column · (char ·)",
      frames: ["raw_decode", "helper"],
    });
    const second = "___ test_two ___\ntest_a.py:6: in test_two\n    assert a == 4\nE   assert 3 == 4\n";
    expect(identified(short + second).frames).toEqual(["raw_decode", "helper", "test_one"]);
    expectSame(identified(long, ["test_a.py"]), identified(short, ["test_a.py"]));
    expect(identified("=== FAILURES ===\n>   assert a == 4\nE   assert 3 == 4\n").kind).toBe("AssertionError");
  });
});

describe("what surrounds a failure", () => {
  const asan = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1)\n    #0 0x55 in f /src/a.c:1\n";
  const traceback =
    "Traceback (most recent call last):\n  File \"run.py\", line 3, in <module>\n    check()\nsubprocess.CalledProcessError: Command 'x' died\n";

  test("a script that ran the program comes after the program", () => {
    expect(identified(asan + traceback).kind).toBe("AddressSanitizer: SEGV");
    expect(identified({ stdout: asan, stderr: traceback, dropped: 0 }).kind).toBe("AddressSanitizer: SEGV");
  });

  test("an earlier traceback that was only logged does not count", () => {
    expect(
      identified(`${traceback}going on\n${traceback.replaceAll("CalledProcessError", "TimeoutExpired")}`).kind,
    ).toBe("subprocess.TimeoutExpired");
  });

  test("colours and Windows line ends make no difference", () => {
    const plain =
      "C:\\src\\a.js:1\nx\n^\n\nTypeError: no 'x' in C:\\src\\a.js:3\n    at f (C:\\src\\lib\\a.js:1:2)\n\nNode.js v20.0.0\n";
    const coloured = plain
      .replaceAll("\n", "\r\n")
      .replaceAll("TypeError", "\u001b[31m\u001b[1mTypeError\u001b[22m\u001b[39m");
    expect(identified(plain)).toEqual({ kind: "TypeError", message: "no · in ·", frames: ["f"] });
    expect(identified(coloured)).toEqual(identified(plain));
    expect(identified(plain, ["C:\\src\\lib\\a.js", "a.js"]).frames).toEqual([]);
  });
});

describe("frames that say nothing", () => {
  test("are those of reflection in Java", () => {
    const text = `java.lang.IllegalStateException: no
	at a.Rule.check(Rule.java:3)
	at java.base/jdk.internal.reflect.GeneratedMethodAccessor12.invoke(Unknown Source)
	at java.base/java.lang.reflect.Method.invoke(Method.java:569)
	at a.Main$$Lambda$14/0x0000000800c03000.run(Unknown Source)
	at a.Main$1.lambda$main$0(Main.java:3)
`;
    expect(identified(text).frames).toEqual(["a.Rule.check", "a.Main$$Lambda.run", "a.Main$.lambda$main$"]);
  });

  test("are those that emitted an error as an event", () => {
    const text =
      "node:events:502\n      throw er;\n      ^\n\nError: boo\n    at make (/tool/a.js:1:2)\nEmitted 'error' event at:\n    at deliver (/tool/b.js:1:2)\n\nNode.js v20.0.0\n";
    expect(identified(text).frames).toEqual(["make"]);
  });
});

describe("which frames are the candidate's", () => {
  const trace = (...files: string[]) =>
    `TypeError: x\n${files.map((file, number) => `    at f${number} (${file}:1:2)`).join("\n")}\n`;
  const frames = (file: string, ...candidate: string[]) => identified(trace(file, "/tool/run.js"), candidate).frames;

  test.each([
    ["its path", "/input/a.js"],
    ["its address", "file:///input/a.js"],
    ["its name alone", "a.js"],
    ["its path from above", "./input/a.js"],
    ["its path where the temporary directory is a link", "/private/input/a.js"],
  ])("%s", (_, file) => {
    expect(frames(file, "/input/a.js", "a.js")).toEqual([]);
  });

  test("a file within a candidate directory", () => {
    expect(frames("/input/src/deep/b.js", "/input", "input")).toEqual([]);
    expect(frames("/input-other/b.js", "/input", "input")).toEqual(["f0", "f1"]);
  });

  test("a file of the same name elsewhere is passed over, without hiding what called it", () => {
    expect(frames("/node_modules/x/a.js", "/input/a.js", "a.js")).toEqual(["f1"]);
  });

  test("code made from a string is nobody's", () => {
    const text =
      "TypeError: x\n    at eval (eval at render (/tool/t.js:3:4), <anonymous>:1:24)\n    at render (/tool/t.js:3:4)\n";
    expect(identified(text).frames).toEqual(["render"]);
  });
});

describe("names that V8 does not quote", () => {
  const message = (text: string) => identified(`TypeError: ${text}\n    at f (/tool/t.js:3:4)\n`);

  test.each([
    ["colour is not defined", "it is not defined"],
    ["a.b(...).c is not a function", "x is not a function"],
    [
      'Unexpected token \'o\', "{"a": oops}" is not valid JSON',
      'Unexpected token \'}\', ..."d": "e"}]"... is not valid JSON',
    ],
    ["Unexpected token o in JSON at position 1", "Unexpected token } in JSON at position 77"],
  ])("%s", (a, b) => expectSame(message(a), message(b)));

  test("are all that is left out", () => {
    expectDifferent(message("colour is not defined"), message("colour is not a function"));
    expectDifferent(message("Cannot set properties of undefined"), message("Cannot set properties of null"));
  });
});
