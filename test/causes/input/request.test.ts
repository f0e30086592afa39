import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWords } from "../../../src/application/words.ts";
import { applications } from "../../../src/causes/applications.ts";
import type { InputRequest } from "../../../src/causes/input/request.ts";
import { UserError } from "../../../src/core/user-error.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const input = await applications.input();
const folder = temporaryFolder("input-request");
const path = (name: string) => join(folder, name);
writeFileSync(path("in.txt"), "aXb");
writeFileSync(path("same.txt"), "aXb");
writeFileSync(path("other.txt"), "ab");
writeFileSync(path("a.c"), "int main() {}\n");
writeFileSync(path("test.sh"), "#!/bin/sh\n", { mode: 0o755 });
symlinkSync("in.txt", path("link.txt"));
symlinkSync("nowhere", path("broken"));
symlinkSync("loop", path("loop"));
mkdirSync(path("empty"));
mkdirSync(path("proj"));
writeFileSync(path("proj/a.c"), "int a;\n");
writeFileSync(path("large"), "");
truncateSync(path("large"), 3 * 2 ** 30);

function request(...argv: string[]): InputRequest {
  const words = argv.includes("--") ? argv : [...argv, "--", "./test.sh", "{}"];
  return input.readRequest(readWords(input, words), folder) as InputRequest;
}

function refusal(...argv: string[]): string {
  try {
    request(...argv);
  } catch (error) {
    if (error instanceof UserError && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error("not refused");
}

describe("a request", () => {
  test("has absolute paths, the goal, and what the inputs were", () => {
    expect(request("in.txt", "--passing", "other.txt", "--output", "out/")).toMatchObject({
      failing: path("in.txt"),
      passing: path("other.txt"),
      output: path("out/"),
      goal: "isolate",
      by: "auto",
      search: "auto",
      causes: 1,
      placeholder: "{}",
      literal: false,
      test: ["./test.sh", "{}"],
      contents: [expect.any(String), expect.any(String)],
    });
    expect(request("in.txt")).toMatchObject({ goal: "simplify" });
    expect(request("in.txt", "--find-passing")).toMatchObject({ goal: "find-passing" });
    expect(request("in.txt", "--isolate")).toMatchObject({ goal: "isolate" });
    expect(request("proj")).toMatchObject({ folder: true });
    expect(request("in.txt", "--locate")).toMatchObject({ locate: true });
  });

  test("takes what is said about the text and its passes", () => {
    expect(request("a.c", "--by", "tokens", "--language", "c")).toMatchObject({ by: "tokens", language: "c" });
    expect(request("a.c", "--passes=-names,-tokens")).toMatchObject({ passes: ["-names", "-tokens"] });
    expect(request("a.c", "--passes", "lines tokens")).toMatchObject({ passes: ["lines", "tokens"] });
    expect(request("a.c", "--format", "indent", "--decompose", "cut")).toMatchObject({
      format: "indent",
      decompose: "cut",
    });
  });
});

describe("refused are words that make no request:", () => {
  test.each([
    [[], "Which input fails? culprit input FAILING [options] -- TEST…"],
    [["in.txt", "--"], "What is the test? Put it after --, as in: culprit input in.txt -- './test.sh' '{}'"],
    [["in.txt", "other.txt"], "Expected one failing input, but there is also other.txt. culprit input FAILING"],
    [["in.txt", "--isolate", "--find-passing"], "--isolate and --find-passing exclude each other: use one of them."],
    [["in.txt", "--isolate", "--passing", "x"], "--isolate and --passing exclude each other: use one of them."],
    [["in.txt", "--by", "words"], '--by is one of bytes, characters, tokens, lines, not "words".'],
    [["in.txt", "--language", "klingon"], "--language is one of bash, c, "],
    [["in.txt", "--placeholder="], "--placeholder needs at least one character."],
    [["in.txt", "--format", " "], "--format needs a command."],
    [["in.txt", "--isolate", "--format", "cat"], "--format is for simplifying, not for a pair."],
    [["in.txt", "--isolate", "--decompose", "cat"], "--decompose is for simplifying, not for a pair."],
    [["in.txt", "--isolate", "--search", "auto"], "isolating always uses dd."],
    [["in.txt", "--locate", "--interesting"], "--locate is for failures that the exit status shows, not for --inter"],
    [
      ["in.txt", "--locate", "--failure", "match:x"],
      "--locate is for failures that the exit status shows, not for --f",
    ],
    [["in.txt", "--locate", "--sandbox"], "--locate and --sandbox exclude each other: use one of them."],
  ])("%j", (argv, message) => {
    expect(refusal(...argv).replaceAll("'", "")).toContain(message.replaceAll("'", ""));
  });

  test.each([
    ["bogus", '--passes takes some of lines, columns, comments, structure, replace, names, .*, not "bogus"\\.'],
    ["lines,bogus", 'not "bogus"\\.'],
    ["", 'not ""\\.'],
    ["tokens,-names", "--passes takes the passes to run, or those not to run, each after a minus: not both\\."],
  ])("--passes=%s", (list, message) => {
    expect(refusal("a.c", `--passes=${list}`)).toMatch(new RegExp(message));
  });

  test.each([
    [["--isolate"], "--passes is for simplifying by structure, not for a pair."],
    [["--by", "lines"], "--passes is for simplifying by structure, not with --by."],
    [["--search", "ddmin"], "--passes is for simplifying by structure, not with --search."],
    [["--decompose", "cat"], "--passes is for simplifying by structure, not with --decompose."],
  ])("--passes with %j", (argv, message) => {
    expect(refusal("a.c", "--passes", "lines", ...argv)).toBe(message);
  });
});

describe("refused is an input that cannot be read,", () => {
  test.each([
    ["a missing file", "missing.txt", "There is no file missing.txt."],
    ["something behind a file", "in.txt/x", "There is no file in.txt/x."],
    ["a link that leads nowhere", "broken", "There is no file broken."],
    ["a link that leads to itself", "loop", "Cannot read loop: too many symbolic links encountered."],
    ["a device", "/dev/zero", "/dev/zero is a pipe or a device, but"],
    ["nothing", "", "The name of the input is empty. Give the name of a file."],
  ])("%s, as the failing one and as the passing one", (_, name, message) => {
    expect(refusal(name)).toContain(message);
    expect(refusal("in.txt", `--passing=${name}`)).toContain(message);
  });

  test("and one that is too large", () => {
    expect(refusal("large")).toMatch(/Cannot read large: .*2 GiB/);
  });

  test.each(["in.txt", "same.txt"])("and a pair without a difference: %s", (passing) => {
    expect(refusal("in.txt", "--passing", passing)).toBe(
      `in.txt and ${passing} are the same: there is no difference to search.`,
    );
  });
});

describe("of a folder", () => {
  test.each([
    [["empty"], "The folder is empty: there is nothing in it to leave out."],
    [["proj", "--isolate"], "A folder can only be simplified; for the difference between two files give those files."],
    [["proj", "--find-passing"], "A folder can only be simplified"],
    [["proj", "--passing", "test.sh"], "One of the two inputs is a folder and the other is not: give two files."],
    [["in.txt", "--passing", "proj"], "One of the two inputs is a folder and the other is not: give two files."],
    [["proj", "--by", "lines"], "--by is for a single file, not for a folder."],
    [["proj", "--search", "ddmin"], "--search is for a single file, not for a folder."],
    [["proj", "--causes", "2"], "--causes is for a single file, not for a folder."],
    [["proj", "--language", "c"], "--language is for a single file, not for a folder."],
    [["proj", "--decompose", "cat"], "--decompose is for a single file, not for a folder."],
    [["proj", "--format", "cat"], "--format is for a single file, not for a folder."],
    [["proj", "--locate"], "--locate is for a single file, not for a folder."],
    [["proj", "--output", "proj/out"], "/proj/out is inside the input, which is never changed: name another place."],
  ])("%j is refused", (argv, message) => {
    expect(refusal(...argv)).toContain(message);
  });
});

describe("an --output is refused", () => {
  test.each([
    ["that is the input", "in.txt", "/in.txt is the input itself, which is never changed. Choose another file."],
    ["that is the input by another name", "link.txt", "/link.txt is the input itself, which is never changed."],
    ["that is the test", "test.sh", "/test.sh is a file that the test needs, which is never changed."],
    ["behind a file", "in.txt/x", "/in.txt: not a folder). Choose another place."],
    ["that is a device", "/dev/null", "/dev/null is a pipe or a device. Give the name of a file."],
  ])("%s", (_, output, message) => {
    expect(refusal("in.txt", "--output", output)).toContain(message);
  });

  test("that is a file, for a pair", () => {
    expect(refusal("in.txt", "--isolate", "--output", "other.txt")).toContain(
      "/other.txt is a file, but a pair of results needs a folder: name another one.",
    );
  });
});
