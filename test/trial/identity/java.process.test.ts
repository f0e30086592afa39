import { beforeAll, expect, test } from "vitest";
import type { Identity } from "../../../src/trial/identity/identify.ts";
import { compile, crash, expectDifferent, expectSame, identified, program, scratch } from "./run.ts";

const at = scratch();
beforeAll(() => compile("javac", "-d", at(), program("java", "Crash.java")));
const failure = (mode: string, name: string, depth: number, candidate: readonly string[] = []): Identity =>
  identified(crash(["java", "-Xshare:auto", "-cp", at(), "Crash", mode, name, String(depth)]), candidate);

test("an exception of Java is its class, its message without names, and its innermost methods", () => {
  expect(failure("state", "colour", 3)).toEqual({
    kind: "java.lang.IllegalStateException",
    message: "cannot handle ·",
    frames: ["Crash.state", "Crash.walk", "Crash.main"],
  });
});

test.each(["null", "state", "index", "cause", "thread", "overflow"])(
  "it stays the same with another name and depth: %s",
  (mode) => expectSame(failure(mode, "colour", 1), failure(mode, "shapes and sizes", 7)),
);

test("it differs when another method throws another exception", () => {
  expectDifferent(failure("null", "colour", 2), failure("state", "colour", 2));
  expectDifferent(failure("index", "colour", 2), failure("state", "colour", 2));
});

test("the root cause counts, also of a call by reflection", () => {
  expectSame(failure("cause", "colour", 2), failure("state", "colour", 2));
  expect(failure("reflection", "colour", 2)).toMatchObject({
    kind: "java.lang.IllegalStateException",
    frames: ["Crash.state"],
  });
});

test("methods of the candidate do not count", () => {
  expect(failure("state", "colour", 2, ["/input/Crash.java", "Crash.java"]).frames).toEqual([]);
  expect(failure("index", "colour", 2, ["/input/Crash.java", "Crash.java"]).frames).toEqual([
    "java.util.ArrayList.get",
  ]);
});
