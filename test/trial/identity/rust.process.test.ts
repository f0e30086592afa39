import { beforeAll, describe, expect, test } from "vitest";
import type { Identity } from "../../../src/trial/identity/identify.ts";
import { compile, crash, expectDifferent, expectSame, identified, program, scratch } from "./run.ts";

const at = scratch();
const source = program("rust", "crash.rs");
beforeAll(() => compile("rustc", "-g", "-o", at("crash"), source));
const failing =
  (backtrace: string) =>
  (mode: string, name: string, depth: number, candidate: readonly string[] = []) =>
    identified(crash([at("crash"), mode, name, String(depth)], { env: { RUST_BACKTRACE: backtrace } }), candidate);

describe.each(["0", "1", "full"])("a panic of Rust with RUST_BACKTRACE=%s", (backtrace) => {
  const failure = failing(backtrace);

  test.each(["index", "option", "message", "equal", "thread", "overflow"])(
    "stays the same with another name and depth: %s",
    (mode) => expectSame(failure(mode, "colour", 1), failure(mode, "it", 6)),
  );

  test("differs when something else is wrong", () => {
    expectDifferent(failure("index", "colour", 2), failure("option", "colour", 2));
    expectDifferent(failure("equal", "colour", 2), failure("unequal", "colour", 2));
  });

  test("has no frames when it is the candidate's", () => {
    expect(failure("index", "colour", 2, [source, "crash.rs"]).frames).toEqual([]);
  });
});

test("the backtrace gives the functions, of any instance, without the standard library", () => {
  const index: Identity = failing("1")("index", "colour", 3);
  expect(index).toEqual({
    kind: "panic",
    message: "index out of bounds: the len is · but the index is ·",
    frames: ["crash::at", "crash::main::{{closure}}", "crash::walk"],
  });
  expectSame(index, failing("full")("letter", "colour", 3));
});

test("without a backtrace the file stands for the function", () => {
  expect(failing("0")("option", "colour", 3)).toEqual({
    kind: "panic",
    message: "called Option::unwrap() on None",
    frames: ["(crash.rs)"],
  });
});
