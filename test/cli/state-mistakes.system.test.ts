import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

vi.setConfig({ testTimeout: 300_000 });

const programs = fileURLToPath(new URL("../worlds/programs/state/", import.meta.url));
const python = "/usr/bin/python3";
const hasPython = existsSync(python);
const isWrong = ["--", "sh", "-c", '! grep -q "Output: 0"'];

function withPrograms(): Folder {
  const folder = newFolder();
  for (const name of ["sample.js", "sample.py"]) copyFileSync(join(programs, name), join(folder.path, name));
  folder.write("open.py", "def f(:\n  pass\n");
  folder.write(
    "branches.js",
    [
      "function helper(x) { return x; }",
      "function unused(x) {",
      "  return x;",
      "}",
      "function extra(x) { return helper(x) + 1; }",
      "let n = process.argv.length - 2;",
      "helper(n);",
      "if (n === 2) n = extra(n);",
      "console.log(n);",
    ].join("\n"),
  );
  return folder;
}

const runs = (pass: string, fail: string) => ["state", "--pass", pass, "--fail", fail];
const sorting = runs("node sample.js 7 8 9", "node sample.js 11 14");
const branching = runs("node branches.js 1", "node branches.js 1 2");

type Mistake = readonly [name: string, words: readonly string[], says: RegExp];
const onlyWithPython = (...mistakes: Mistake[]) => (hasPython ? mistakes : []);

describe("a program that does not even begin", () => {
  const wrong: Mistake[] = [
    ["no such script", runs("node sample.js 7", "node missing.js"), /failing run .*Cannot find module '.*missing\.js/s],
    ["the passing one", runs("node missing.js", "node sample.js 7"), /passing run .*Cannot find module/s],
    ...onlyWithPython(["no Python", runs(`${python} sample.py 7`, `${python} open.py`), /SyntaxError: invalid syntax/]),
  ];
  test.each(wrong)("%s: its own words are shown", async (_, words, says) => {
    const { code, stdout } = await withPrograms().culprit(...words);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\s*No cause found\.\nThere is nothing to inspect: /);
    expect(stdout).toMatch(says);
  });

  test("its own words are shown, and not the end of a stack, if the test passes on it", async () => {
    const words = runs("node sample.js 7", "node missing.js");
    const { code, stdout } = await withPrograms().culprit(...words, "--", "true");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /passes on the failing run .*(?:It printed|The last lines that it printed):\n(.*\n)* {2}│ Error: Cannot find module '.*missing\.js'/,
    );
    expect(stdout).not.toMatch(/│ +at |Node\.js v/);
  });

  test("because it is somewhere else", async () => {
    const [folder, elsewhere] = [withPrograms(), newFolder()];
    const run = (numbers: string) => `node ${folder.path}/sample.js ${numbers}`;
    const { code, json } = await elsewhere.culprit(...runs(run("7 8 9"), run("11 14")), "--json", "--at", "shell_sort");
    expect(code).toBe(1);
    expect(json.reason).toMatch(
      /not seen to execute a JavaScript or TypeScript file under .*\nStart culprit in the folder of/,
    );
  });

  test.runIf(hasPython)("because it is of another language than was said", async () => {
    const { code, json } = await withPrograms().culprit(...sorting, "--language", "python", "--json", ...isWrong);
    expect(code).toBe(1);
    expect(json.reason).toMatch(
      /not seen to execute a Python file .*\n--language says python, but node sample\.js 7 8 9 looks like .* Node/,
    );
  });
});

describe("a place", () => {
  // Several in one search, which says something about each.
  const inNode = { words: sorting, at: ["shel_sort", "nowhere.js:3", "sample.js:1", "sample.js:300"] };
  const inPython = {
    words: runs(`${python} sample.py 7 8 9`, `${python} sample.py 11 14`),
    at: ["shell_srot", "sample.py:300"],
  };
  const messages = [
    /^culprit: --at shel_sort: there is no such place .*; did you mean shell_sort\?$/m,
    /^--at nowhere\.js:3: there is no such place in the code that was loaded\.$/m,
    /^--at sample\.js:1: .*did you mean sample\.js:3\?$/m,
    /^--at sample\.js:300: .*did you mean sample\.js:35\?$/m,
  ];
  const pythonMessages = [
    /^culprit: --at shell_srot: .*did you mean shell_sort\?$/m,
    /^--at sample\.py:300: .*did you mean sample\.py:\d+\?$/m,
  ];
  test.each([
    ["Node", inNode, messages],
    ...(hasPython ? ([["Python", inPython, pythonMessages]] as const) : []),
  ] as const)("that is not there is a mistake: %s", async (_, { words, at }, says) => {
    const folder = withPrograms();
    const { code, stdout, stderr } = await folder.culprit(...words, "--at", at.join(), ...isWrong);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const each of says) expect(stderr).toMatch(each);
    expect((await folder.culprit("runs")).stdout).toBe("There are no runs here yet.\n");
  });

  test("that is there and not reached is none to compare at", async () => {
    const at = ["unused", "branches.js:3", "extra", "helper#2"];
    const { code, json } = await withPrograms().culprit(...branching, "--json", "--at", at.join());
    expect(code).toBe(1);
    expect(json.reason!.split("\n")).toEqual([
      "The two runs could not be compared at any of the named places.",
      "Not comparable at unused: neither run reaches it; name a place that both reach.",
      "Not comparable at branches.js:3: neither run reaches it; name a place that both reach.",
      "Not comparable at extra: only the failing run reaches it; name a place that both reach.",
      "Not comparable at helper#2: the passing run reaches it only once; name a place that both reach.",
    ]);
  });

  test("that is wrong is only noted beside one that is right", async () => {
    const { code, json } = await withPrograms().culprit(
      ...sorting,
      "--json",
      "--at",
      "shel_sort,shell_sort",
      ...isWrong,
    );
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ variable: "a[2]" }]);
    expect(json.notes?.join()).toMatch(/at shel_sort: there is no such place.*did you mean shell_sort\?/);
  });
});

test.each([
  ["the failing run", "sleep 100"],
  ["the passing run", "grep -q 'Output: 0' && exit 1; sleep 100"],
])(
  "a test that does not end on %s is said to be the one that does not, and what gives it more time",
  async (end, test) => {
    const words = [...sorting, "--json", "--timeout", "3s", "--", "sh", "-c", test];
    const { code, json } = await withPrograms().culprit(...words);
    expect(code).toBe(1);
    expect(json.reason).toContain(end);
    expect(json.reason).toMatch(
      /the test failed to finish in time \(3 s for the program and the test together\); use --timeout to give it more/,
    );
  },
);

test("a search that ends early says what is known, and claims nothing that it has not tested", async () => {
  const words = [...sorting, "--at", "shell_sort", "--jobs", "1", "--max-tests", "1"];
  const { code, stdout } = await withPrograms().culprit(...words, ...isWrong);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\s*So far, at shell_sort the cause is among 9 of 9 values\./);
  expect(stdout).toMatch(/ {2}shell_sort {2}a\[0\] .* and 5 more {2}\(9 differ\)/);
});
