import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWords } from "../../src/application/words.ts";
import { UserError } from "../../src/core/user-error.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const command = {
  name: "input",
  usage: "",
  about: "",
  example: "",
  options: [
    { name: "jobs", value: "N", about: "" },
    { name: "json", about: "" },
    { name: "exhaustive", value: "[K]", about: "" },
  ],
};
const read = (...argv: string[]) => readWords(command, argv);

test("options, positionals and the test are told apart", () => {
  const words = read("in.txt", "--jobs", "4", "--json", "more", "--", "./test.sh", "--json", "--", "{}");
  expect(words.positionals).toEqual(["in.txt", "more"]);
  expect(words.value("jobs")).toBe("4");
  expect([words.has("json"), words.has("jobs"), words.has("quiet")]).toEqual([true, false, false]);
  expect(words.test).toEqual(["./test.sh", "--json", "--", "{}"]);
});

test("a value in brackets can be left out", () => {
  const values = (...argv: string[]) => [read(...argv).value("exhaustive"), ...read(...argv).positionals];
  expect(values("last", "--exhaustive", "3")).toEqual(["3", "last"]);
  expect(values("--exhaustive", "last")).toEqual(["", "last"]);
  expect(values("last", "--exhaustive", "--json")).toEqual(["", "last"]);
  expect(values("--exhaustive=1", "last")).toEqual(["1", "last"]);
  expect(values("last")).toEqual([undefined, "last"]);
});

test("no -- is not the same as nothing after it", () => {
  expect(read("in.txt").test).toBeUndefined();
  expect(read("in.txt", "--").test).toEqual([]);
});

describe("a mistake is refused with what to do:", () => {
  test.each([
    ["an unknown option", ["--no-such-option"], "There is no option --no-such-option."],
    ["a misspelt one", ["--job", "4"], "There is no option --job. Did you mean --jobs?"],
    ["a value for a switch", ["--json=yes"], "--json takes no value."],
    ["a missing value", ["--jobs"], "--jobs needs a value: --jobs N."],
    ["an option in place of a value", ["--jobs", "-lines"], "--jobs needs a value: --jobs N."],
  ])("%s", (_, argv, message) => {
    expect(() => read(...argv)).toThrow(new UserError(`${message} culprit input --help lists the options.`));
  });

  test.each([
    [
      "whose tests run here",
      { usage: "culprit input [options] -- TEST…" },
      "culprit input runs on this machine only: an",
    ],
    [
      "that goes on where a run began",
      { whereTestsRun: "It goes on there." },
      "It goes on there. culprit input --help",
    ],
    ["without tests", { usage: "culprit input [--json]" }, "culprit input --help lists the options."],
  ])("an engine for a command %s", (_, help, message) => {
    expect(() => readWords({ ...command, ...help }, ["--engine", "grpc://host"])).toThrow(
      `There is no option --engine here. ${message}`,
    );
  });

  test("a file whose name starts with a dash", () => {
    const folder = temporaryFolder("words");
    writeFileSync(join(folder, "-dash.txt"), "");
    const here = process.cwd();
    process.chdir(folder);
    try {
      expect(() => read("-dash.txt")).toThrow("If you mean the file, write ./-dash.txt.");
    } finally {
      process.chdir(here);
    }
  });
});
