import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { noOverlaysHere } from "../trial/isolation/overlays-here.ts";
import { newFolder } from "./culprit.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 300_000 });

/** With one variable instead of the other, each of them writes over its own input. */
const inPython = `import sys

def convert(source, target, extra):
    words = open(source).read().split()
    with open(target, "w") as out:
        for i in range(len(words) + extra):
            out.write(words[i])

convert(sys.argv[1], sys.argv[2], int(sys.argv[3]))
`;
const inNode = `import { readFileSync, writeFileSync } from "node:fs";
function convert(source, target, extra) {
  const words = readFileSync(source, "utf8").split(" ");
  const lines = [];
  for (let i = 0; i < words.length + extra; i++) lines.push(words[i].toUpperCase());
  writeFileSync(target, lines.join());
}
convert(process.argv[2], process.argv[3], Number(process.argv[4]));
`;
const inC = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  const char *source = argv[1], *target = argv[2];
  int extra = atoi(argv[3]), words = 3;
  char word[20];
  FILE *in = fopen(source, "r"), *out = fopen(target, "w");
  for (int i = 0; i < words + extra; i++) {
    if (fscanf(in, "%19s", word) != 1) abort();
    fprintf(out, "%s", word);
  }
}
`;

/** With one variable instead of the other, it writes over what the next run reads. */
const logs = `import sys

def check(path, log, mode):
    text = open(path).read()
    with open(log, "w") as out:
        out.write("checked")
    unused = len(text)
    other = unused * 2
    if mode == "strict" and "bad" in text:
        sys.exit(1)

check("data", "log", sys.argv[1])
`;

describe("changed code writes over no file of the user's folder", skippedBecause(noOverlaysHere), () => {
  test.each([
    { name: "convert.py", source: inPython, program: "python3 convert.py" },
    { name: "convert.mjs", source: inNode, program: "node convert.mjs" },
    { name: "convert.c", source: inC, program: "./convert" },
  ])("$name", async ({ name, source, program }) => {
    const folder = newFolder();
    writeFileSync(join(folder.path, name), source);
    writeFileSync(join(folder.path, "words"), "all my words");
    if (name.endsWith(".c"))
      expect(spawnSync("cc", ["-g", "-O0", "-o", "convert", name], { cwd: folder.path }).status).toBe(0);
    const before = readdirSync(folder.path);
    const runs = ["--pass", `${program} words out 0`, "--fail", `${program} words out 1`, "--max-places", "1"];
    const { json } = await folder.culprit("state", "--json", ...runs);
    expect(json.changesTried?.tried).toBeGreaterThan(10);
    expect(json.suspects?.some(({ change }) => change)).toBe(true);
    expect(readFileSync(join(folder.path, "words"), "utf8")).toBe("all my words");
    expect(readdirSync(folder.path).sort()).toEqual([".culprit", ...before, "out"].sort());
  });

  test("what one changed run writes makes no other change look right", async () => {
    const folder = newFolder();
    writeFileSync(join(folder.path, "check.py"), logs);
    writeFileSync(join(folder.path, "data"), "a bad one");
    const runs = ["--pass", "python3 check.py lenient", "--fail", "python3 check.py strict", "--max-places", "1"];
    const { json } = await folder.culprit("state", "--json", ...runs);
    const lines = json.suspects?.flatMap(({ line, change }) => (change ? [line] : [])) ?? [];
    expect(lines).toContain(4);
    // What these lines compute is not used; but with data instead of log, all later runs of the same folder pass.
    for (const line of [7, 8]) expect(lines).not.toContain(line);
  });
});
