import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
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
  expect(existsSync(join(runs, readdirSync(runs)[0]!, "near-inputs"))).toBe(false);
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
