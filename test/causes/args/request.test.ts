import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWords } from "../../../src/application/words.ts";
import { args } from "../../../src/causes/args/application.ts";
import { UserError } from "../../../src/core/user-error.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("args-request");
writeFileSync(join(folder, "my file"), "");
writeFileSync(join(folder, "app.sh"), "#!/bin/sh\n", { mode: 0o755 });

const request = (...argv: string[]) => args.readRequest(readWords(args, argv), folder);

test("the words after ::: are the arguments", () => {
  expect(request("--isolate", "--", "./app.sh", "{}", "x", ":::", "-a", "b")).toMatchObject({
    test: ["./app.sh", "{}", "x"],
    goal: "isolate",
    arguments: [
      { text: "-a", words: ["-a"] },
      { text: "b", words: ["b"] },
    ],
  });
});

test("an argument with spaces is read as by a shell, unless it names a file or --literal says so", () => {
  const read = (...argv: string[]) => request(...argv).arguments.map(({ words }) => words);
  expect(read("--", "./app.sh", ":::", "-o out", `-D "X=a b" it\\'s`, "my file", "", " ")).toEqual([
    ["-o", "out"],
    ["-D", "X=a b", "it's"],
    ["my file"],
    [""],
    [" "],
  ]);
  expect(read("--literal", "--", "./app.sh", ":::", "-o out", "don't stop")).toEqual([["-o out"], ["don't stop"]]);
});

describe("refused, with what to do:", () => {
  test.each([
    [
      ["--", "./app.sh", "--b"],
      "Which arguments are in question? Put them after :::, as in: culprit args -- ./app.sh --b ::: --one --two",
    ],
    [["--", "./app.sh", ":::"], "Which arguments are in question?"],
    [["--", ":::", "a"], "Which command fails? culprit args [options] -- TEST… ::: ARG…"],
    [["./app.sh", ":::", "a"], "What is ./app.sh? Put the command after --: culprit args [options]"],
    [
      ["--", "{}", ":::", "./app.sh"],
      "The test starts with {}, so without arguments there is no program: name it first.",
    ],
    [["--", "./app.sh", ":::", "don't stop"], "it has an unclosed quote.\nClose it, or use --literal"],
    [["--search", "luck", "--", "./app.sh", ":::", "a"], "--search is one of auto, "],
    [["--isolate", "--search", "auto", "--", "./app.sh", ":::", "a"], "isolating always uses dd"],
    [
      ["--output", "app.sh", "--", "./app.sh", ":::", "a"],
      "/app.sh is a file that the test needs, which is never changed.",
    ],
    [["--output", "x", "--", "./app.sh", ":::", "x"], "/x is the input itself, which is never changed."],
  ])("%j", (argv, message) => {
    if (argv.includes("x")) writeFileSync(join(folder, "x"), "");
    expect(() => request(...argv)).toThrow(UserError);
    expect(() => request(...argv)).toThrow(message);
  });
});
