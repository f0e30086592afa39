import { copyFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Identity } from "../../../src/trial/identity/identify.ts";
import { compile, crash, expectDifferent, expectSame, identified, program, scratch } from "./run.ts";

const at = scratch();
const c = program("c", "crash.c");
const env = { ASAN_OPTIONS: "detect_leaks=0", UBSAN_OPTIONS: "halt_on_error=1:print_stacktrace=1" };
const run = (name: string, words: readonly (string | number)[], candidate: readonly string[] = []): Identity =>
  identified(crash([at(name), ...words.map(String)], { env }), candidate);

beforeAll(() => {
  compile("gcc", "-g", "-w", "-fsanitize=address", c, "-o", at("asan"));
  compile("clang", "-g", "-w", "-fsanitize=address", c, "-o", at("clang-asan"));
  compile("gcc", "-g", "-w", "-fsanitize=undefined", c, "-o", at("ubsan"));
  compile("gcc", "-w", "-fstack-protector-all", c, "-o", at("plain"));
  compile("g++", "-g", "-w", "-D_GLIBCXX_ASSERTIONS", program("c", "crash.cpp"), "-o", at("cpp"));
});

describe.each(["asan", "clang-asan"])("AddressSanitizer (%s)", (asan) => {
  test("is the defect, the way of access, and the innermost functions", () => {
    expect(run(asan, ["read", 3])).toEqual({
      kind: "AddressSanitizer: heap-buffer-overflow",
      message: "READ",
      frames: ["element", "leaf", "walk"],
    });
  });

  test.each(["read", "freed", "copy", "null", "twice"])("stays the same at another depth: %s", (mode) =>
    expectSame(run(asan, [mode, 1]), run(asan, [mode, 4])),
  );

  test("differs by the defect and by the function, whatever the interceptor", () => {
    expectDifferent(run(asan, ["read", 2]), run(asan, ["freed", 2]));
    expectDifferent(run(asan, ["read", 2]), run(asan, ["copy", 2]));
    expect(run(asan, ["copy", 2]).frames).toEqual(["copy", "leaf", "walk"]);
  });

  test("has no functions of the candidate", () => {
    expect(run(asan, ["read", 2], [c, "crash.c"]).frames).toEqual([]);
    expect(run(asan, ["copy", 2], [c, "crash.c"]).frames).toEqual([expect.stringMatching(/memcpy$/)]);
  });
});

test("UndefinedBehaviorSanitizer stays the same with other numbers and differs by what is undefined", () => {
  expect(run("ubsan", ["overflow", 1])).toEqual({
    kind: "UndefinedBehaviorSanitizer",
    message: "signed integer overflow: · + · cannot be represented in type ·",
    frames: ["sum", "leaf", "walk"],
  });
  expectSame(run("ubsan", ["overflow", 1]), run("ubsan", ["overflow", 8]));
  expectDifferent(run("ubsan", ["overflow", 1]), run("ubsan", ["shift", 1]));
  expect(run("ubsan", ["overflow", 1], [c, "crash.c"]).frames).toEqual([]);
});

test("assert() keeps its expression and names the function", () => {
  expect(run("plain", ["assert", 1])).toEqual({
    kind: "assertion failed",
    message: 'value == 12345 && "a value"',
    frames: ["check"],
  });
  expectSame(run("plain", ["assert", 1]), run("plain", ["assert", 6]));
  expectDifferent(run("plain", ["assert", 1]), run("plain", ["assert-sign", 1]));
  expect(run("plain", ["assert", 1], ["/input/crash.c", "crash.c"]).frames).toEqual([]);
});

test("the C library says why it aborts", () => {
  expectSame(run("plain", ["smash", 1]), run("plain", ["smash", 6]));
  expectSame(run("plain", ["free", 1]), run("plain", ["free", 6]));
  expectSame(run("plain", ["twice", 1]), run("plain", ["twice", 6]));
  expectDifferent(run("plain", ["smash", 1]), run("plain", ["free", 1]));
  expectDifferent(run("plain", ["twice", 1]), run("plain", ["free", 1]));
});

test("an uncaught exception of C++ is its type and what it says", () => {
  expect(run("cpp", ["throw", "colour"])).toEqual({
    kind: "std::runtime_error",
    message: "cannot handle ·",
    frames: [],
  });
  expectSame(run("cpp", ["throw", "colour"]), run("cpp", ["throw", "it"]));
  expectSame(run("cpp", ["int", "colour"]), run("cpp", ["char", "it"]));
  expectDifferent(run("cpp", ["throw", "colour"]), run("cpp", ["int", "colour"]));
});

test("an assertion of libstdc++ is of the template, not of its instance", () => {
  expectSame(run("cpp", ["list", "colour"]), run("cpp", ["text", "it"]));
  expectDifferent(run("cpp", ["list", "colour"]), run("cpp", ["front", "colour"]));
});

test("without debug information, functions of a program built beside the candidate do not count", () => {
  copyFileSync(c, at("copy.c"));
  compile("gcc", "-w", "-fsanitize=address", at("copy.c"), "-o", at("bare"));
  expect(run("bare", ["read", 2]).frames).toEqual(["element", "leaf", "walk"]);
  expect(run("bare", ["read", 2], [at("copy.c"), "copy.c"]).frames).toEqual([]);
});
