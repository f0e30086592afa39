import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { newFolder } from "./culprit.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 300_000 });

const programs = fileURLToPath(new URL("../worlds/programs/state/", import.meta.url));
const python = "/usr/bin/python3";
const hasPython = existsSync(python);
const hasGdb = spawnSync("gdb", ["--version"]).status === 0;

function withProgram(name: string) {
  const folder = newFolder();
  copyFileSync(join(programs, name), join(folder.path, name));
  return folder;
}

/** Of all processes that there are. */
function commandLines(): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return [];
    }
  });
}

/** The output begins with a number that nobody gave. */
const isWrong = ["--", "sh", "-c", '! grep -q "Output: 0"'];

describe("the sort of the lecture", () => {
  test.runIf(hasPython)("sample.py: a[2] makes the difference when the sorting begins", async () => {
    const folder = withProgram("sample.py");
    const runs = ["--pass", `${python} sample.py 7 8 9`, "--fail", `env A=1 ${python} sample.py 11 14`];
    const { json } = await folder.culprit("state", "--json", ...runs, "--at", "shell_sort", ...isWrong);
    expect(json).toMatchObject({ kind: "state", verdict: "found", minimal: true });
    expect(json.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
    expect(json.tests.needed).toBeLessThanOrEqual(8);
    expect(json.chain).toMatchObject([{ place: "shell_sort" }]);
  });

  test.runIf(hasGdb)("sort.c: the same with gdb", async () => {
    const folder = withProgram("sort.c");
    spawnSync("cc", ["-g", "-O0", "-o", "sort", "sort.c"], { cwd: folder.path });
    const runs = ["--pass", "env A=1 ./sort 7 8 9", "--fail", "./sort 11 14"];
    const { json } = await folder.culprit("state", "--json", ...runs, "--at", "shell_sort", ...isWrong);
    expect(json).toMatchObject({ verdict: "found", minimal: true });
    expect(json.cause.map(({ variable }) => variable).join(" ")).toMatch(/a\)?\[2\]/);
  });

  test("sample.js: the same by npm, and by a script that names its interpreter", async () => {
    const folder = withProgram("sample.js");
    folder.write("package.json", JSON.stringify({ scripts: { sort: "./sort" } }));
    folder.write("sort", `#!/usr/bin/env node\nrequire("./sample.js");\n`, 0o755);
    const runs = ["--pass", "npm run --silent sort -- 7 8 9", "--fail", "./sort 11 14"];
    const { json } = await folder.culprit("state", "--json", ...runs, "--at", "shell_sort", ...isWrong);
    expect(json.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
  });
});

test("a cause is followed through callbacks and functions that wait, after the main code", async () => {
  const folder = withProgram("later.mjs");
  const runs = ["--pass", "node later.mjs tea milk", "--fail", "node later.mjs tea Milk"];
  const words = [...runs, "--at", "take,priceOf#2", "--", "sh", "-c", "! grep -q NaN"];
  const { json } = await folder.culprit("state", "--json", ...words);
  expect(json).toMatchObject({ verdict: "found", minimal: true });
  const variables = new Set(json.chain!.flatMap(({ cause }) => cause.map(({ variable }) => variable)));
  expect([...variables]).toEqual(["names[1]", "name"]);
  // In the second round of the loop, after waiting.
  expect(json.transitions![0]).toMatchObject({
    from: [{ variable: "names[1]" }],
    to: [{ variable: "name" }],
    line: 19,
  });
});

// From the input to the output: the same is tried with programs that need no process in test/causes/state/whole-search.process.test.ts.
describe("a whole run", () => {
  test.runIf(hasPython)("is judged by what it prints from a place on, where there is no test", async () => {
    const folder = withProgram("prices.py");
    const runs = ["--pass", `${python} prices.py 40 50`, "--fail", `${python} prices.py 40 70`];
    const { json } = await folder.culprit("state", "--json", ...runs);
    expect(json).toMatchObject({ verdict: "found", minimal: true });
    const variables = json.chain!.map(({ cause }) => cause.map(({ variable }) => variable));
    expect(variables.slice(0, 2)).toEqual([["input"], ["prices[1]"]]);
    expect(variables).toContainEqual(["total"]);
    // By the last line, the discount matters as well.
    expect(variables.at(-2)).toEqual(["total", "off"]);
  });
});

test.each([["commands.js", "node"], ...(hasPython ? [["commands.py", python]] : [])] as [string, string][])(
  "%s: an element in the midst of a list is one difference",
  async (program, interpreter) => {
    const folder = withProgram(program);
    const [before, after] = ["add 1\nadd 2\nadd 3", "add 4\nadd 5\nsub 2\nadd 6\n"];
    folder.write("pass.txt", `${before}\n${after}`);
    folder.write("fail.txt", `${before}\nreset\n${after}`);
    const run = (file: string) => `${interpreter} ${program} ${file}`;
    const words = ["--pass", run("pass.txt"), "--fail", run("fail.txt"), "--at", "run"];
    const { json } = await folder.culprit("state", "--json", ...words);
    expect(json).toMatchObject({
      verdict: "found",
      minimal: true,
      cause: [{ variable: "commands[3]", old: "nothing" }],
    });
    expect(json.cause[0]!.new).toMatch(/^a new (Object|Command) \{name: "reset", value: 0/);
  },
);

test("a run that hangs because of what was changed in it is not waited for as long as the user would", async () => {
  const folder = newFolder();
  folder.write(
    "steps.js",
    [
      "function go(step, most) {",
      "  for (let at = 0; at < 10; at += step) if (most > 5) return 'bad';",
      "  return 'good';",
      "}",
      "console.log(go(Number(process.argv[2]), Number(process.argv[3])));",
    ].join("\n"),
  );
  const words = ["--pass", "node steps.js 1 1", "--fail", "node steps.js 0 9", "--timeout", "10m", "--at", "go"];
  const { json } = await folder.culprit("state", "--json", "--jobs", "1", ...words, "--", "grep", "-q", "good");
  expect(json).toMatchObject({ verdict: "found", cause: [{ variable: "most" }] });
  expect(json.tests.unresolved).toBeGreaterThan(0);
});

test.runIf(hasPython)("that a program reads its input and hangs is the failure, and outcomes are reused", async () => {
  const folder = withProgram("reads.py");
  folder.write("pass.txt", "3\n-5\n");
  folder.write("fail.txt", "-3\n-5\n");
  const runs = ["--pass", `${python} reads.py <pass.txt`, "--fail", `${python} reads.py <fail.txt`, "--timeout", "3s"];
  const words = ["state", "--json", ...runs, "--at", "largest", "--reuse"];
  const first = await folder.culprit(...words);
  expect(first.json).toMatchObject({ verdict: "found", cause: [{ variable: "numbers[0]", old: "3", new: "-3" }] });
  expect(first.json.failure).toMatch(/hang|time/);
  const again = await folder.culprit(...words);
  expect(again.json.cause).toEqual(first.json.cause);
  expect(first.json.tests.needed).toBeGreaterThan(0);
  expect(again.json.tests.needed).toBe(0);
});

describe("stopping", () => {
  test.runIf(hasGdb)("culprit is killed while a program is looked into: nothing of it stays behind", async () => {
    const folder = withProgram("endings.c");
    spawnSync("cc", ["-g", "-O0", "-o", "endings", "endings.c"], { cwd: folder.path });
    const program = join(folder.path, "endings");
    const run = folder.start([
      "state",
      "--pass",
      `${program} sleep`,
      "--fail",
      `${program} sleep 1`,
      "--at",
      "reached",
    ]);
    const left = () => commandLines().filter((line) => line.includes(program)).length;
    await expect.poll(left, { timeout: 30_000 }).toBeGreaterThan(1);
    run.kill("SIGKILL");
    await run.ended;
    await expect.poll(left, { timeout: 30_000 }).toBe(0);
  });
});

describe("misuse", () => {
  test("a file for standard input that does not exist", async () => {
    const { code, stderr } = await newFolder().culprit("state", "--pass", "cat <nowhere", "--fail", "cat <nowhere");
    expect(code).toBe(2);
    expect(stderr).toMatch(/The file .*nowhere for standard input does not exist/);
  });

  test.each([
    [["state"], /Which program passes/],
    [["state", "--pass", "node a.js"], /Which program fails/],
    [
      ["state", "--pass", "node a.js", "--fail", "node b.js", "--language", "cobol"],
      /node, python, gdb \(C, C\+\+\), go or java/,
    ],
    [["state", "--pass", "node a.js", "--fail", "node b.js", "what"], /what is not understood/],
    [["state", "--pass", "sh -c 'node a.js'", "--fail", "sh -c 'node b.js'"], /--language node or --language python/],
  ])("%j", async (words, message) => {
    const { code, stderr } = await newFolder().culprit(...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test("two runs that end alike", async () => {
    const folder = withProgram("sample.js");
    const pass = "node sample.js 7 8 9";
    const same = await folder.culprit("state", "--json", "--pass", pass, "--fail", pass);
    expect(same.code).toBe(1);
    expect(same.json.reason).toMatch(/nothing tells the failing run from the passing one/);
  });
});
