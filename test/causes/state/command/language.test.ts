import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseLanguage } from "../../../../src/causes/state/command/language.ts";
import { checkExecutable, splitEnv } from "../../../../src/trial/command/program-file.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const words = (text: string) => text.split(" ");
const cwd = temporaryFolder("state");
const script = (name: string, text: string) => {
  writeFileSync(join(cwd, name), text);
  chmodSync(join(cwd, name), 0o755);
};
script("tool", "#!/usr/bin/env -S node --no-warnings\n");
script("old-tool", "#! /usr/bin/python3.11 -u\n");
script("start", "#!/bin/sh\nexec node x.js\n");
script("program", "\x7fELF");
symlinkSync("tool", join(cwd, "linked"));

const looks = (pass: string, fail = pass, named?: string) =>
  chooseLanguage({ pass: words(pass), fail: words(fail), cwd }, named);

describe("the language of a command", () => {
  test.each([
    ["node x.js", "node"],
    ["/usr/bin/node --import tsx x.ts", "node"],
    ["npx tsx x.ts", "node"],
    ["npm run x", "node"],
    ["./x.mjs 1", "node"],
    ["./tool 1", "node"],
    ["./linked", "node"],
    ["env -u A B=1 C= node x.js", "node"],
    ["python3.12 -m x", "python"],
    ["./old-tool", "python"],
    ["/usr/bin/env A=1 ./x.py", "python"],
    ["./program node python3", "gdb"],
    ["env A=1 ./program", "gdb"],
    ["java -cp out Main 1", "java"],
    ["env A=1 /usr/bin/java -jar app.jar", "java"],
  ])("%s", (command, language) => expect(looks(command)).toBe(language));

  test("that is named is the one, whatever it looks like", () => {
    expect(looks("./start", "./start", "node")).toBe("node");
    expect(looks("node x.js", "python3 x.py", "gdb")).toBe("gdb");
  });

  test.each([
    ["./start", "./start", /\.\/start starts a shell\. Use --language node or/],
    ["bash -c x", "bash -c x", /starts a shell/],
    ["env A=1 bun x.ts", "node x.js", /Programs run by bun cannot be inspected: give a command that uses node/],
    [
      "node x.js",
      "python3 x.py",
      /same program, but node x\.js looks like a program run by Node and python3 x\.py like a Python program/,
    ],
  ])("%s and %s are refused", (pass, fail, says) => expect(() => looks(pass, fail)).toThrow(says));
});

test("env is read as it reads itself: its options, what it sets, the program", () => {
  expect(splitEnv(words("env -u A --unset B -i C=1 ./p D=2 -u"))).toEqual({
    env: words("env -u A --unset B -i C=1"),
    command: words("./p D=2 -u"),
  });
  expect(splitEnv(words("./env-like A=1"))).toEqual({ env: [], command: ["./env-like", "A=1"] });
});

describe("a program that cannot be started", () => {
  test.each([
    ["./missing 1", /could not be run: cannot start \.\/missing: .*\/missing does not exist\.$/],
    ["missing-everywhere", /no such command in PATH/],
    [`echo-${"x".repeat(300)}`, /no such command in PATH/],
    ["env A=1 ./missing", /cannot start \.\/missing/],
    ["./launch.txt", /is not executable; try chmod \+x/],
    ["A=1 B=2 node x.js", /to set a variable, write env A=1 B=2 node x\.js\.$/],
  ])("%s", (command, says) => {
    writeFileSync(join(cwd, "launch.txt"), "");
    expect(() => checkExecutable(words(command), cwd)).toThrow(says);
  });

  test("is not blamed where it may yet be found, or is there", () => {
    for (const each of ["./program", "node x.js", "env A=1 ./program", "env PATH=/elsewhere missing"])
      checkExecutable(words(each), cwd);
  });
});
