import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { StateFinding } from "../../src/causes/state/finding.ts";
import { newFolder } from "./culprit.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 300_000 });

/** Adds up the last fields of the rows whose name is sum, but reads one field too far. */
const total = `import sys

def total(text):
    sum = 0
    for line in text.splitlines():
        row = line.split(",")
        last = len(row)
        if row[0] == "sum":
            sum += int(row[last])
    return sum

with open(sys.argv[1]) as file:
    print(total(file.read()))
`;

function withTotal() {
  const folder = newFolder();
  folder.write("total.py", total);
  folder.write("bad.txt", "name,amount\nskip,12\nsum,17\nother,3,4\nsum,5\n");
  return folder;
}

test("the line that crashes on the input is named first, and nothing is left behind", async () => {
  const folder = withTotal();
  const { code, json } = await folder.culprit(
    "input",
    "bad.txt",
    "--locate",
    "--json",
    "--",
    "python3",
    "total.py",
    "{}",
  );
  expect(code).toBe(0);
  expect(folder.read("bad.failing.txt")).toBe("sum");
  const [first] = json.suspects ?? [];
  expect(first).toMatchObject({ file: "total.py", line: 9, text: "sum += int(row[last])" });
  expect(first?.change).toMatchObject({ rescued: first?.change?.failing, kept: first?.change?.passing });
  expect(first?.change?.passing).toBeGreaterThan(2);
  expect(json.changesTried?.tried).toBeGreaterThan(5);
  const runs = join(folder.path, ".culprit", "runs");
  const record = join(runs, readdirSync(runs)[0]!);
  expect(["near-inputs", "state"].map((name) => existsSync(join(record, name)))).toEqual([false, false]);
  const { cause, places = [], chain = [] } = json.state as StateFinding;
  expect(cause).toMatchObject([{ file: "total.py", new: '"sum"' }]);
  expect(places[0]).toMatchObject({ line: 9, evidence: "change", suspect: 0 });
  expect(places.find(({ line }) => line === 8)?.transitions).toHaveLength(1);
  expect(chain.at(-1)?.cause).toMatchObject([{ old: "exit 0", new: "exit 1, IndexError" }]);
  expect(readFileSync(join(record, "pair", "failing", "bad.txt"), "utf8")).toBe("sum");
  expect(readFileSync(join(record, "pair", "passing", "bad.txt"), "utf8")).toHaveLength(2);
  const { stdout } = await folder.culprit("show", "last");
  expect(stdout).toMatch(/\nIt fails because at total\.py:\d.*"sum" instead of/);
  expect(stdout).toContain("The two runs part here, and only failing runs execute:\n       9  sum += int(row[last])");
  expect(stdout).toContain("From the start of the program:");
});

/** The average of numbers that are not negative: of none, it divides by 0. */
const average = `#include <stdio.h>

static int average(int count, int sum) {
  return sum / count;
}

int main(void) {
  int count = 0, sum = 0, number;
  while (scanf("%d", &number) == 1) {
    if (number < 0) continue;
    count++;
    sum += number;
  }
  printf("%d\\n", average(count, sum));
  return 0;
}
`;

test("a filter in C is followed from its standard input to the crash", async () => {
  const folder = newFolder();
  folder.write("average.c", average);
  expect(spawnSync("gcc", ["-g", "-o", "average", "average.c"], { cwd: folder.path }).status).toBe(0);
  folder.write("bad.txt", "-3 -4\n-6\n");
  folder.write("good.txt", "3 4\n");
  const options = ["--passing", "good.txt", "--locate", "--json"];
  const { code, json } = await folder.culprit("input", "bad.txt", ...options, "--", "./average");
  expect(code).toBe(0);
  const { places = [], chain = [] } = json.state as StateFinding;
  expect(places.map(({ line, evidence }) => [line, evidence])).toContainEqual([4, "ending"]);
  expect(chain.map(({ cause }) => cause[0]?.variable)).toEqual(
    expect.arrayContaining(["standard input line 1", "number", "count"]),
  );
  expect(chain.at(-1)?.cause).toMatchObject([{ old: "exit 0", new: "SIGFPE" }]);
});

test("a test that hides the program in a shell is reduced all the same, and told why no line is named", async () => {
  const folder = withTotal();
  const test = ["sh", "-c", 'python3 "$CULPRIT_CWD/total.py" "$1"', "sh", "{}"];
  const { json, stderr } = await folder.culprit("input", "bad.txt", "--locate", "--json", "--", ...test);
  expect(folder.read("bad.failing.txt")).toBe("sum");
  expect(json.suspects).toBeUndefined();
  expect(json.notes?.join()).toContain("give a TEST that starts the program itself, as in python3 program.py {}");
  expect(stderr).toContain("--locate: sh is a shell");
});
