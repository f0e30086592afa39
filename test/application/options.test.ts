import { describe, expect, test } from "vitest";
import {
  readConditions,
  readCount,
  readDuration,
  readList,
  readSearch,
  readShellCommand,
  readTest,
  searchOptions,
  testingOptions,
} from "../../src/application/options.ts";
import { readWords } from "../../src/application/words.ts";
import { UserError } from "../../src/core/user-error.ts";

const options = [...searchOptions, ...testingOptions, { name: "build", value: "CMD", about: "" }];
const command = { name: "input", usage: "", about: "", example: "", options };
const words = (...argv: string[]) => readWords(command, argv);

describe("the test", () => {
  test("is all words after --", () => {
    expect(readTest(words("--", "sh", "-c", "exit 1"), "input in.txt -- ./test.sh")).toEqual(["sh", "-c", "exit 1"]);
  });

  test.each([
    [[], "What is the test? Put it after --, as in: culprit input in.txt -- ./test.sh"],
    [["--"], "What is the test? Put it after --, as in: culprit input in.txt -- ./test.sh"],
    [["--", "", "x"], "The test starts with an empty word: name the program to run first."],
  ])("%j is refused", (argv, message) => {
    expect(() => readTest(words(...argv), "input in.txt -- ./test.sh")).toThrow(new UserError(message));
  });
});

describe("a count", () => {
  test("is a positive integer, or not given", () => {
    expect(readCount(words("--jobs", "12"), "jobs")).toBe(12);
    expect(readCount(words(), "jobs")).toBeUndefined();
  });

  test.each(["0", "many", "1.5", "07", "1e3", "1234567890", ""])("%j is refused", (text) => {
    const message = `--jobs takes a positive integer, not "${text}".`;
    expect(() => readCount(words(`--jobs=${text}`), "jobs")).toThrow(new UserError(message));
  });

  test("of repeats may also be auto, and the message says so", () => {
    expect(() => readCount(words("--repeat", "often"), "repeat")).toThrow(
      '--repeat takes a positive integer or auto, not "often".',
    );
  });
});

describe("a duration", () => {
  test.each([
    ["30s", 30_000],
    ["5m", 300_000],
    ["1h", 3_600_000],
    ["500ms", 500],
    ["1.5", 1500],
  ])("%s is %d ms", (text, milliseconds) => {
    expect(readDuration(words("--timeout", text), "timeout")).toBe(milliseconds);
  });

  test.each(["soon", "0", "0.1ms", "25d", "1 s", "600h", "s"])("%j is refused", (text) => {
    const message = `--timeout takes a duration such as 30s or 5m, not "${text}".`;
    expect(() => readDuration(words("--timeout", text), "timeout")).toThrow(new UserError(message));
  });
});

describe("the search", () => {
  test("is auto by default, and known by its name", () => {
    expect(readSearch(words(), "simplify")).toBe("auto");
    expect(readSearch(words("--search", "ddmin"), "simplify")).toBe("ddmin");
  });

  test("that is unknown is refused with the known ones", () => {
    for (const name of ["luck", "constructor"])
      expect(() => readSearch(words("--search", name), "simplify")).toThrow(
        new RegExp(`^--search is one of auto, ddmin, .*, not "${name}"\\.$`),
      );
  });

  test("cannot be chosen for a pair", () => {
    expect(() => readSearch(words("--search", "auto"), "isolate")).toThrow(
      "--search chooses how to simplify; isolating always uses dd.",
    );
  });
});

test("a list is separated by commas; empty items do not count", () => {
  expect(readList(words("--build", "a,,b c,"), "build")).toEqual(["a", "b c"]);
  expect(readList(words(), "build")).toEqual([]);
});

test("a command for the shell is not empty", () => {
  expect(readShellCommand(words("--build", "make -j2"), "build")).toBe("make -j2");
  expect(readShellCommand(words(), "build")).toBeUndefined();
  expect(() => readShellCommand(words("--build", " "), "build")).toThrow(new UserError("--build needs a command."));
});

describe("the conditions of a run", () => {
  test("are the user's, or defaults", () => {
    expect(readConditions(words())).toMatchObject({
      repeat: 1,
      failure: { mode: "same" },
      reuse: false,
      sandbox: false,
    });
    const given = ["--jobs", "2", "--timeout", "1s", "--max-tests", "7", "--budget", "1m", "--reuse", "--sandbox"];
    expect(readConditions(words(...given, "--repeat", "auto"))).toEqual({
      jobs: 2,
      failure: { mode: "same" },
      repeat: "auto",
      timeout: 1000,
      maxTests: 7,
      budget: 60_000,
      reuse: true,
      sandbox: true,
    });
  });

  test.each([
    [["--failure", "same"], { mode: "same" }],
    [["--failure", "exit"], { mode: "exit" }],
    [["--failure", "any"], { mode: "any" }],
    [["--failure", "match:^a.c$"], { mode: "match", pattern: "^a.c$" }],
    [["--interesting"], { mode: "interesting" }],
  ])("%j is what counts as the failure", (argv, failure) => {
    expect(readConditions(words(...argv)).failure).toEqual(failure);
  });

  test.each([
    [["--interesting", "--failure", "exit"], "--interesting and --failure exclude each other: use one of them."],
    [["--failure", "crash"], '--failure is one of same, exit, any or match:REGEX, not "crash".'],
    [["--failure", "match:("], "--failure match:(: Invalid regular expression"],
  ])("%j is refused", (argv, message) => {
    expect(() => readConditions(words(...argv))).toThrow(message);
  });
});
