import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { newFolder } from "./culprit.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 300_000 });

/** A search that looks beyond the end of the list. */
const search = `import sys

def find(items, wanted):
    low, high = 0, len(items)
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if wanted < items[middle]:
            high = middle
        else:
            low = middle + 1
    return -1

print(find([1, 3, 5, 7], int(sys.argv[1])))
`;

function withSearch() {
  const folder = newFolder();
  writeFileSync(join(folder.path, "find.py"), search);
  writeFileSync(join(folder.path, "expected"), "-1\n");
  return folder;
}

const runs = ["--pass", "python3 find.py 5", "--fail", "python3 find.py 8"];
const others = [
  ...[1, 3, 7].flatMap((number) => ["--also-pass", `python3 find.py ${number}`]),
  // It never ends.
  ...["--also-fail", "python3 find.py 2"],
];
const expected = ["--expect", "expected", "--expect", "expected"];

const few = ["--max-places", "1"];

/** A sum of one number too many. */
const inC = `#include <stdio.h>
#include <stdlib.h>
int sum(const int *numbers, int count) {
  int total = 0;
  for (int i = 0; i <= count; i++)
    total += numbers[i];
  return total;
}
int main(int argc, char **argv) {
  int numbers[] = {3, 0, 5, 7, 0, 0, 0, 0};
  printf("%d\\n", sum(numbers, atoi(argv[argc - 1])));
}
`;
const inNode = `function sum(numbers, count) {
  let total = 0;
  for (let i = 0; i <= count; i++)
    total += numbers[i];
  return total;
}
console.log(sum([3, 0, 5, 7, 0, 0], Number(process.argv[2])));
`;

describe("a program whose defect is a condition", () => {
  test("the line is named first, with the change that puts all runs right", async () => {
    const { stdout } = await withSearch().culprit("state", ...runs, ...others, ...expected, ...few);
    expect(stdout).toContain(
      "The defect is likely at find.py:5: with low < high instead of low <= high it passes, and all 4 passing runs stay as they are.",
    );
  });

  test("with a test, the suspects are in the JSON, and the defect is the first of them", async () => {
    const test = ["--", "grep", "-qE", "^(-1|2)$"];
    const { json } = await withSearch().culprit("state", "--json", ...runs, ...others, ...few, ...test);
    const change = { rescued: 2, failing: 2, kept: 4, passing: 4 };
    expect(json.suspects?.[0]).toMatchObject({ file: "find.py", line: 5, change });
  });

  test("where several changes put all runs right, no single line is blamed", async () => {
    const { stdout } = await withSearch().culprit("state", ...runs, "--expect", "expected", ...few);
    expect(stdout).not.toContain("The defect is likely at");
    expect(stdout).toContain("of them a change puts all runs right: more passing runs (--also-pass) tell them apart.");
  });

  test("where both runs print the same, what the failing one should print tells them apart", async () => {
    const folder = newFolder();
    const code = "import sys\nn = int(sys.argv[1])\nprint('even' if n % 3 == 0 else 'odd')\n";
    writeFileSync(join(folder.path, "even.py"), code);
    writeFileSync(join(folder.path, "expected"), "odd\n");
    const same = ["--pass", "python3 even.py 6", "--fail", "python3 even.py 9"];
    const more = ["--also-pass", "python3 even.py 5", "--also-pass", "python3 even.py 12"];
    const { stdout } = await folder.culprit("state", ...same, ...more, "--expect", "expected");
    expect(stdout).toContain("The defect is likely at even.py:3: with 3 - 1 instead of 3 it passes");
    const { stdout: without } = await folder.culprit("state", ...same, ...more);
    expect(without).toContain("nothing tells the failing run from the passing one. Add a test after --, or --expect");
  });

  test("no code is changed with --no-lines", async () => {
    const { json } = await withSearch().culprit("state", "--json", ...runs, ...expected.slice(2), "--no-lines", ...few);
    expect(json.suspects).toBeUndefined();
  });
});

describe("the same in other languages", () => {
  const sums = (program: string) => [
    ...["--pass", `${program} 1`, "--fail", `${program} 2`],
    ...["--also-pass", `${program} 4`, "--also-fail", `${program} 3`, "--also-fail", `${program} 0`],
  ];
  const withSums = (name: string, source: string) => {
    const folder = newFolder();
    writeFileSync(join(folder.path, name), source);
    for (const [i, total] of [3, 8, 0].entries()) writeFileSync(join(folder.path, `expected-${i}`), `${total}\n`);
    return folder;
  };
  const totals = [0, 1, 2].flatMap((i) => ["--expect", `expected-${i}`]);

  test("C: machine code is changed in memory", async () => {
    const folder = withSums("sum.c", inC);
    expect(spawnSync("cc", ["-g", "-O0", "-o", "sum", "sum.c"], { cwd: folder.path }).status).toBe(0);
    const { json } = await folder.culprit("state", "--json", ...sums("./sum"), ...totals, ...few);
    expect(json.suspects?.[0]).toMatchObject({ file: "sum.c", line: 5, change: { rescued: 3, kept: 2 } });
  });

  test("Node: the source is rewritten on load", async () => {
    const folder = withSums("sum.js", inNode);
    const { json } = await folder.culprit("state", "--json", ...sums("node sum.js"), ...totals, ...few);
    expect(json.suspects?.[0]).toMatchObject({ file: "sum.js", line: 3, change: { rescued: 3, kept: 2 } });
  });
});

/** Too much is taken off. */
const pricesIn = {
  python: `import sys

def share(price):
    return price * 100 // 100

price, off = int(sys.argv[1]), 0
if price > 50:
    off = share(price)
print(price - off)
`,
  node: `const price = Number(process.argv[2]);
let off = 0;

if (price > 50) {
  const rate = 100;
  off = (price * rate) / 100;
}
console.log(price - off);
`,
  c: `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) { int price = atoi(argv[1]), off = 0;
  if (price > 50) {
    int rate = 100;
    off = price * rate / 100;
  }
  printf("%d\\n", price - off);
}
`,
};

describe("where the two runs part, the lines are listed that only the failing run executes", () => {
  test.each([
    // The second line is that of a function which only the failing run calls.
    { name: "price.py", source: pricesIn.python, program: "python3 price.py", branch: 7, lines: [8, 4] },
    { name: "price.mjs", source: pricesIn.node, program: "node price.mjs", branch: 4, lines: [5, 6] },
    { name: "price.c", source: pricesIn.c, program: "./price", branch: 4, lines: [5, 6] },
  ])("$name", async ({ name, source, program, branch, lines }) => {
    const folder = newFolder();
    writeFileSync(join(folder.path, name), source);
    if (name.endsWith(".c"))
      expect(spawnSync("cc", ["-g", "-O0", "-o", "price", name], { cwd: folder.path }).status).toBe(0);
    const { json } = await folder.culprit("state", "--json", "--pass", `${program} 40`, "--fail", `${program} 60`);
    const [first] = json.places ?? [];
    expect(first).toMatchObject({ file: name, line: branch, evidence: "parting" });
    expect(json.transitions?.[first!.transitions![0]!]?.parting).toMatchObject({
      line: branch,
      onlyFailing: lines.map((line) => ({ line })),
    });
  });
});

describe("a program whose error no change of code puts right", () => {
  /** The names of months are in a table that the program only reads. */
  const programs = {
    python: {
      file: "month.py",
      text: `import sys

def load(path):
    with open(path) as file:
        return file.read().split()

def show(names, number):
    name = names[int(number)].upper()
    print(name)

show(load("names"), sys.argv[1])
`,
      command: "python3 month.py",
      line: 8,
    },
    node: {
      file: "month.js",
      text: `import { readFileSync } from "node:fs";

function show(names, number) {
  const name = names[Number(number)].toUpperCase();
  console.log(name);
}

show(readFileSync("names", "utf8").split("\\n"), process.argv[2]);
`,
      command: "node month.js",
      line: 4,
    },
  };

  test.each(Object.values(programs))("the line that raised it is a place: $command", async (program) => {
    const folder = newFolder();
    writeFileSync(join(folder.path, program.file), program.text);
    writeFileSync(join(folder.path, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder.path, "names"), "a\nb\nc");
    const runs = ["--pass", `${program.command} 1`, "--fail", `${program.command} 7`];
    const { json } = await folder.culprit("state", "--json", ...runs, ...few);
    const raised = { file: program.file, line: program.line };
    expect(json.suspects).toContainEqual(expect.objectContaining({ ...raised, named: 1 }));
    expect(json.places).toContainEqual(expect.objectContaining(raised));
  });
});
