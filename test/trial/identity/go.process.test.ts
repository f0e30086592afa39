import { beforeAll, expect, test } from "vitest";
import type { Identity } from "../../../src/trial/identity/identify.ts";
import { compile, crash, expectDifferent, expectSame, identified, program, scratch } from "./run.ts";

const at = scratch();
const source = program("go", "crash.go");
beforeAll(() => compile("go", "build", "-o", at("crash"), source));
const failure = (mode: string, name: string, depth: number, candidate: readonly string[] = []): Identity =>
  identified(crash([at("crash"), mode, name, String(depth)]), candidate);

test("a panic of Go is its message without numbers and the functions of its goroutine", () => {
  expect(failure("index", "colour", 3)).toEqual({
    kind: "panic",
    message: "runtime error: index out of range [·] with length ·",
    frames: ["main.at", "main.main.func2", "main.walk"],
  });
});

test.each(["nil", "index", "string", "again", "goroutine", "deadlock", "overflow"])(
  "it stays the same with another name and depth: %s",
  (mode) => expectSame(failure(mode, "colour", 1), failure(mode, "it all", 6)),
);

test("it differs when something else is wrong", () => {
  expectDifferent(failure("nil", "colour", 2), failure("index", "colour", 2));
  expectDifferent(failure("index", "colour", 2), failure("string", "colour", 2));
  expect(failure("deadlock", "colour", 2).kind).toBe("fatal error");
});

test("a handler that panics again does not hide the first panic", () => {
  expect(failure("again", "colour", 2)).toMatchObject({
    message: "runtime error: index out of range [·] with length ·",
    frames: ["main.at", expect.stringMatching(/^main\.main\.func/), "main.walk"],
  });
});

test("functions of the candidate do not count", () => {
  expect(failure("index", "colour", 2, [source, "crash.go"]).frames).toEqual([]);
});
