import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Roots } from "../../src/mcp/roots.ts";
import { runWords, type StartableCommand } from "../../src/mcp/run-words.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const command: StartableCommand = {
  ...{ name: "input", usage: "", about: "", example: "" },
  options: [
    { name: "output", value: "FILE", about: "" },
    { name: "setup", value: "CMD", about: "" },
    { name: "keep", value: "PATH,…", about: "" },
    { name: "quiet", about: "" },
  ],
};
const outside = temporaryFolder("outside");
const folder = temporaryFolder("root");
const roots = new Roots([folder]);
const words = (...args: string[]) => runWords(command, { folder, args, test: ["./t", "{}"] }, roots);

describe("the words of a run", () => {
  test("are those of the command line, without progress", () => {
    expect(words("a.c")).toEqual(["input", "a.c", "--quiet", "--", "./t", "{}"]);
  });

  test.each([
    ["a file", ["/etc/passwd"]],
    ["a relative path", ["../a.c"]],
    ["an option's value", ["a.c", "--output", "/tmp/x"]],
    ["a value behind =", ["a.c", "--output=/tmp/x"]],
    ["one of a list", ["a.c", "--keep", "src,../other"]],
  ])("name no file outside of the roots: %s", (_, args) => {
    expect(() => words(...args)).toThrow(/outside of the folders/);
  });

  test("name no file that a link leads out to", () => {
    symlinkSync(outside, join(folder, "link"));
    expect(() => words("a.c", "--output", "link/report")).toThrow(/outside of the folders/);
    symlinkSync(outside, join(folder, "li,nk"));
    expect(() => words("a.c", "--output=li,nk/report")).toThrow(/outside of the folders/);
  });

  test("may be revisions, durations and shell commands", () => {
    expect(words("HEAD~1", "v1..v2", "origin/main", "+2years", "--setup", "/usr/bin/make db")).toContain("--setup");
    expect(words("--setup=/usr/bin/make db")).toHaveLength(6);
  });

  test("ask for no person", () => {
    expect(() => words("a.c", "--ask")).toThrow("needs a person");
    expect(() => words("a.c", "--watch")).toThrow("never ends");
    expect(() => words("a.c", "--", "rm")).toThrow("as test");
  });
});
