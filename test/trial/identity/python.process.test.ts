import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Identity } from "../../../src/trial/identity/identify.ts";
import { crash, expectDifferent, expectSame, identified, movedDown, program, scratch } from "./run.ts";

const at = scratch();
const script = program("crash.py");
const failure = (mode: string, name: string, depth: number, file = script): Identity =>
  identified(crash(["python3", "-X", "faulthandler", file, mode, name, String(depth)]));

test("a traceback of Python is its exception and its innermost functions", () => {
  expect(failure("key", "colour", 4)).toEqual({ kind: "KeyError", message: "·", frames: ["look_up", "walk", "run"] });
});

test.each(["key", "none", "chained", "group", "overflow", "segfault"])(
  "it stays the same with another name, depth and position: %s",
  (mode) => expectSame(failure(mode, "colour", 1), failure(mode, "shape", 9, movedDown(script, at()))),
);

test("it differs by the type that lacks an attribute, though Python quotes it", () => {
  expectDifferent(failure("none", "colour", 2), failure("int", "colour", 2));
});

test("of chained exceptions the last one raised counts", () => {
  expect(failure("chained", "colour", 2)).toEqual({
    kind: "ValueError",
    message: "no such thing: ·",
    frames: ["chained", "run", "<module>"],
  });
});

test("an exception group is its first member", () => {
  expect(failure("group", "colour", 2)).toMatchObject({
    kind: "AttributeError",
    frames: ["attribute", "walk", "grouped"],
  });
});

test("a crash of the interpreter has the functions that faulthandler tells", () => {
  expect(failure("segfault", "colour", 2)).toMatchObject({
    kind: "Fatal Python error",
    message: "Segmentation fault",
    frames: ["string_at", "<lambda>", "walk"],
  });
});

test("a SyntaxError has no frames", () => {
  const broken = (name: string, source: string) => {
    writeFileSync(at(name), source);
    return identified(crash(["python3", at(name)]), [at(name), name]);
  };
  expect(broken("a.py", "x = = 3\n")).toEqual({ kind: "SyntaxError", message: "invalid syntax", frames: [] });
  expectSame(broken("a.py", "x = = 3\n"), broken("b.py", "\n\nlonger = = other\n"));
  expectDifferent(broken("a.py", "x = = 3\n"), broken("b.py", "x = (\n"));
});
