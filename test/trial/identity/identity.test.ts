import { describe, expect, test } from "vitest";
import {
  describeIdentity,
  type Identity,
  identify,
  identityKey,
  sameIdentity,
} from "../../../src/trial/identity/identify.ts";
import { onStderr } from "./run.ts";

const identity = (frames: readonly string[], message = "m", kind = "k"): Identity => ({ kind, message, frames });

describe("two identities are the same", () => {
  test("when kind, message and frames are", () => {
    expect(sameIdentity(identity(["a", "b"]), identity(["a", "b"]))).toBe(true);
    expect(sameIdentity(identity(["a", "b"]), identity(["b", "a"]))).toBe(false);
    expect(sameIdentity(identity(["a"]), identity(["a"], "n"))).toBe(false);
    expect(sameIdentity(identity(["a"]), identity(["a"], "m", "l"))).toBe(false);
  });

  test("when one trace broke off, but not when it is missing", () => {
    expect(sameIdentity(identity(["a", "b"]), identity(["a", "b", "c"]))).toBe(true);
    expect(sameIdentity(identity(["a", "b", "c"]), identity(["a", "c"]))).toBe(false);
    expect(sameIdentity(identity([]), identity(["a"]))).toBe(false);
  });
});

test("an identity is described on one line, as it was printed, or with ellipses for blanks", () => {
  const found = identity(["a", "b"], "bad ·", "TypeError");
  expect(describeIdentity(found, "TypeError: bad 17")).toBe("TypeError: bad 17 in a < b");
  expect(describeIdentity(found)).toBe("TypeError: bad … in a < b");
  expect(identityKey(found)).toBe("TypeError: bad · in a < b");
  expect(describeIdentity(identity([], "", "panic"))).toBe("panic");
  expect(describeIdentity(identity(["<anonymous>", "f", "<module>"]))).toBe("k: m in f");
});

test.each([
  ["nothing", ""],
  ["a compiler's error", "a.c:1:2: error: expected ';'\n    1 | x\n      | ^\n1 error generated.\n"],
  ["talk of errors", "Error: 3 tests failed at noon\nassertion of rights\npanic: none\ninternal compiler\n"],
  ["a warning of Node.js", "(node:1) Warning: x\n(Use `node --trace-warnings ...` to show where)\n"],
])("%s is no identity", (_, text) => expect(identify(onStderr(text), [])).toBeUndefined());
