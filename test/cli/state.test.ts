import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { newFolder } from "./culprit.ts";

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

describe("the sorting program of the lecture", () => {
  const ways = [
    { name: "sample.js", run: "node sample.js", runs: true },
    { name: "sample.py", run: `${python} sample.py`, runs: hasPython },
  ];
  test.each(ways.filter(({ runs }) => runs))(
    "$name: a[2] makes the difference when the sorting begins",
    async ({ name, run }) => {
      const folder = withProgram(name);
      const words = [
        "state",
        "--json",
        "--pass",
        `${run} 7 8 9`,
        "--fail",
        `env A=1 ${run} 11 14`,
        "--at",
        "shell_sort",
      ];
      const { json } = await folder.culprit(...words, ...isWrong);
      expect(json).toMatchObject({ kind: "state", verdict: "found", minimal: true });
      expect(json.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
      expect(json.tests.needed).toBeLessThanOrEqual(8);
      expect(json.chain).toMatchObject([{ place: "shell_sort" }]);
    },
    300_000,
  );

  test.runIf(hasGdb)(
    "sort.c: the same by gdb",
    async () => {
      const folder = withProgram("sort.c");
      spawnSync("cc", ["-g", "-O0", "-o", "sort", "sort.c"], { cwd: folder.path });
      const words = ["--pass", "env A=1 ./sort 7 8 9", "--fail", "./sort 11 14", "--at", "shell_sort"];
      const { json } = await folder.culprit("state", "--json", ...words, ...isWrong);
      expect(json).toMatchObject({ verdict: "found", minimal: true });
      expect(json.cause.map(({ variable }) => variable).join(" ")).toMatch(/a\)?\[2\]/);
    },
    300_000,
  );

  test("sample.js: the same by npm, and by a script that names its interpreter", async () => {
    const folder = withProgram("sample.js");
    folder.write("package.json", JSON.stringify({ scripts: { sort: "node sample.js" } }));
    folder.write("sort", `#!/usr/bin/env node\nrequire("./sample.js");\n`, 0o755);
    for (const run of ["npm run --silent sort --", "./sort"]) {
      const words = ["--pass", `${run} 7 8 9`, "--fail", `${run} 11 14`, "--at", "shell_sort"];
      const { json } = await folder.culprit("state", "--json", ...words, ...isWrong);
      expect(json.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
    }
  });

  test("the whole way is followed where no place is named: from the input to the output", async () => {
    const folder = withProgram("sample.js");
    const words = ["--pass", "node sample.js 7 8 9", "--fail", "node sample.js 11 14"];
    const { json } = await folder.culprit("state", "--json", ...words, ...isWrong);
    expect(json).toMatchObject({ verdict: "found", minimal: true });
    const variables = json.chain!.map(({ cause }) => cause.map(({ variable }) => variable).join(" "));
    expect(variables).toEqual(["input", "argv[3]", "argc", "a[2]", "v", "a[0]", "output"]);
    // The likeliest place of the defect: where the number of arguments becomes an element that nobody gave.
    expect(json.transitions![0]).toMatchObject({ from: [{ variable: "argc" }], to: [{ variable: "a[2]" }] });
    expect(json.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
  });
});

test("between a place in a call and one after it, what the call began with is not gone through again", async () => {
  const folder = newFolder();
  const lines = [
    "function hash(text) {",
    "  let h = 0;",
    "  for (const c of text) h = h * 3 + c.charCodeAt(0);",
    "  return h;",
    "}",
    "const print = (h) => console.log(h);",
    "const n = hash(process.argv[2]);",
    "print(n);",
  ];
  folder.write("names.js", lines.join("\n"));
  const words = ["--pass", "node names.js d", "--fail", "node names.js g", "--at", "hash,names.js:4,print"];
  const { json } = await folder.culprit("state", "--json", ...words);
  expect(json.chain!.map(({ place }) => place)).toEqual(["hash", "names.js:4", "names.js:8", "print"]);
  // The same name, and not the same variable: told by its function.
  const scopes = json.chain!.map(({ cause }) => cause.map(({ variable, scope }) => `${variable} in ${scope}`).join());
  expect(scopes).toEqual(["text in hash", "h in hash", "n in names.js", "h in print"]);
});

test("what is done after the main code, in callbacks and functions that wait, is on the way", async () => {
  const folder = withProgram("later.mjs");
  const words = ["--pass", "node later.mjs tea milk", "--fail", "node later.mjs tea Milk"];
  const { json } = await folder.culprit("state", "--json", ...words, "--", "sh", "-c", "! grep -q NaN");
  expect(json).toMatchObject({ verdict: "found", minimal: true });
  const variables = new Set(json.chain!.flatMap(({ cause }) => cause.map(({ variable }) => variable)));
  expect([...variables]).toEqual(["input", "names[1]", "name", "total", "output"]);
  // Where a price is looked up that there is not.
  expect(json.transitions![0]).toMatchObject({ from: [{ variable: "name" }], to: [{ variable: "total" }], line: 13 });
});

test.each(
  [
    { name: "prices.mjs", run: "node prices.mjs", runs: true },
    { name: "prices.py", run: `${python} prices.py`, runs: hasPython },
  ].filter(({ runs }) => runs),
)(
  "$name prints as it goes: without a test, what it prints from a place on counts",
  async ({ name, run }) => {
    const folder = withProgram(name);
    const { json } = await folder.culprit("state", "--json", "--pass", `${run} 40 50`, "--fail", `${run} 40 70`);
    expect(json).toMatchObject({ verdict: "found", minimal: true });
    const variables = json.chain!.map(({ cause }) => cause.map(({ variable }) => variable));
    expect(variables.slice(0, 2)).toEqual([["input"], ["prices[1]"]]);
    expect(variables).toContainEqual(["total"]);
    // Of the last line, the discount is known as well.
    expect(variables.at(-2)).toEqual(["total", "off"]);
  },
  300_000,
);

test("a variable that gets a wrong value by itself: the line is named, with the values", async () => {
  const folder = newFolder();
  const program = `function shown(number) {
  let rounded = number / 1000;
  rounded = Number(rounded.toPrecision(3));
  return rounded + " kB";
}
console.log(shown(Number(process.argv[2])));`;
  writeFileSync(join(folder.path, "bytes.js"), program);
  const runs = ["--pass", "node bytes.js 999000", "--fail", "node bytes.js 999999"];
  const { json } = await folder.culprit("state", "--json", ...runs, "--", "sh", "-c", '! grep -q "^1000 "');
  expect(json.transitions![0]).toMatchObject({
    line: 3,
    from: [{ variable: "rounded", old: "999", new: "999.999" }],
    to: [{ variable: "rounded", old: "999", new: "1000" }],
  });
});

test("what explains all that is printed comes before what the test only takes for the failure", async () => {
  const folder = withProgram("checked.mjs");
  const words = ["--pass", "node checked.mjs some short words", "--fail", "node checked.mjs some longer words"];
  const judged = ["--", "sh", "-c", '[ "$CULPRIT_STATUS" = "exit 0" ]'];
  const { json } = await folder.culprit("state", "--json", ...words, "--at", "format#2", ...judged);
  expect(json).toMatchObject({ verdict: "found", minimal: true });
  // `words[1]` of the main code would do as well: it is compared with what is printed.
  expect(json.cause).toMatchObject([{ variable: "word", old: '"short"', new: '"longer"' }]);
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
  300_000,
);

test("of what satisfies a test, the cause is what explains the most of what is printed", async () => {
  const folder = withProgram("remembers.mjs");
  const runs = ["--pass", "node remembers.mjs 3 4 5", "--fail", "node remembers.mjs 3 17 5"];
  const fails = ["--", "sh", "-c", '[ "$CULPRIT_STATUS" = "exit 0" ]'];
  const { json } = await folder.culprit("state", "--json", ...runs, ...fails);
  expect(json).toMatchObject({ verdict: "found", minimal: true });
  const causes = json.chain!.map(({ cause }) => cause.map(({ variable }) => variable).join());
  // What is remembered would fail as well, but is not what is printed.
  expect(causes.join(" ")).toContain("value digit kept[1]");
});

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

describe.runIf(hasPython)("a program that reads its input and hangs", () => {
  const withNumbers = () => {
    const folder = withProgram("reads.py");
    writeFileSync(join(folder.path, "pass.txt"), "3\n-5\n");
    writeFileSync(join(folder.path, "fail.txt"), "-3\n-5\n");
    const run = (file: string) => `${python} reads.py <${file}`;
    return {
      folder,
      words: ["state", "--json", "--pass", run("pass.txt"), "--fail", run("fail.txt"), "--timeout", "3s"],
    };
  };

  test("that it does not end is the failure", async () => {
    const { folder, words } = withNumbers();
    const { json } = await folder.culprit(...words, "--at", "largest");
    expect(json).toMatchObject({ verdict: "found", cause: [{ variable: "numbers[0]", old: "3", new: "-3" }] });
    expect(json.failure).toMatch(/hang|time/);
  });

  test("a search that may test no more says so, and claims nothing of what it has not seen", async () => {
    const { folder, words } = withNumbers();
    const { json } = await folder.culprit(...words, "--max-tests", "1", "--jobs", "1");
    expect(json).toMatchObject({ verdict: "exhausted", minimal: false });
    // Where it moves was not looked for: it may be anywhere up to the end.
    expect(json.transitions!.map(({ until }) => until)).toEqual(["the end"]);
  });

  test("what earlier runs found is used again", async () => {
    const { folder, words } = withNumbers();
    const first = await folder.culprit(...words, "--at", "largest", "--reuse");
    const again = await folder.culprit(...words, "--at", "largest", "--reuse");
    expect(again.json.cause).toEqual(first.json.cause);
    expect(first.json.tests.needed).toBeGreaterThan(0);
    expect(again.json.tests.needed).toBe(0);
  });

  test("there has to be such a file", async () => {
    const { code, stderr } = await newFolder().culprit("state", "--pass", "cat <nowhere", "--fail", "cat <nowhere");
    expect(code).toBe(2);
    expect(stderr).toMatch(/There is no file .*nowhere for the standard input/);
  });
});

describe("stopping", () => {
  test.runIf(hasGdb)(
    "culprit is killed while a program is looked into: nothing of it stays behind",
    async () => {
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
      await expect.poll(left, { timeout: 120_000 }).toBeGreaterThan(1);
      run.kill("SIGKILL");
      await run.ended;
      await expect.poll(left, { timeout: 120_000 }).toBe(0);
    },
    300_000,
  );
});

describe("misuse", () => {
  test.each([
    [["state"], /Which program passes/],
    [["state", "--pass", "node a.js"], /Which program fails/],
    [["state", "--pass", "node a.js", "--fail", "node b.js", "--language", "cobol"], /node, python or gdb/],
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
    expect(same.json.reason).toMatch(/nothing tells the failing one from the passing one/);
  });
});
