import { expect, test } from "vitest";
import { namedLines } from "../../src/lines/named-lines.ts";

const named = (text: string) => namedLines(text, "/p").map(({ file, line }) => `${file}:${line}`);

test("the traceback of Python ends with the line that raised", () => {
  const text = `Traceback (most recent call last):
  File "/p/run me.py", line 9, in <module>
    main()
  File "/p/b.py", line 4, in main
    return items[0]
IndexError: list index out of range`;
  expect(named(text)).toEqual(["/p/b.py:4", "/p/run me.py:9"]);
});

test("so does pytest's, and its warnings are no errors", () => {
  const text = `tests/test_a.py:5:
_ _ _ _
>       return items[0]
E       IndexError: list index out of range

pkg/a.py:16: IndexError
=== warnings summary ===
pkg/old.py:3: DeprecationWarning: gone soon
FAILED tests/test_a.py::test_first - IndexError`;
  expect(named(text)).toEqual(["/p/pkg/a.py:16", "/p/tests/test_a.py:5"]);
});

test("the stack of an error in Node, Jest and Vitest begins with the line that threw", () => {
  expect(
    named("TypeError: x\n    at f (/p/src/a.js:3:12)\n    at file:///p/main.mjs:8:1\n    at node:internal/x:1:2"),
  ).toEqual(["/p/src/a.js:3", "/p/main.mjs:8", "/p/node:internal/x:1"]);
  expect(named("\u001b[36m ❯ f \u001b[4msrc/a.ts\u001b[24m:3:12\u001b[39m\n ❯ test/a.test.ts:7:3")).toEqual([
    "/p/src/a.ts:3",
    "/p/test/a.test.ts:7",
  ]);
});

test("a line is named once", () => {
  expect(named("a.c:3: error\na.c:3: error")).toEqual(["/p/a.c:3"]);
});

test("long texts without names take no time to speak of", () => {
  expect(named("x".repeat(1 << 20))).toEqual([]);
  expect(named("a:".repeat(1 << 19))).toEqual([]);
});
