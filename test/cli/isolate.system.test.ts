import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { type Folder, newFolder } from "./culprit.ts";

/** What the two halves of a pair are. */
function halves({ files }: AnyFinding): { passing: string; failing: string } {
  return { passing: readFileSync(files.passing!, "utf8"), failing: readFileSync(files.failing!, "utf8") };
}

const names = ({ stages }: AnyFinding) => stages.map(({ name }) => name);

describe("isolating on structure", () => {
  /** 300 entries of which every seventh differs, one is new and one is gone; one of the changes is bad. */
  function jsonFolder(): Folder {
    const folder = newFolder();
    const good = Array.from({ length: 300 }, (_, i) => ({ id: i, name: `n${i}`, size: { w: i, h: 2 } }));
    const bad = good
      .map((entry, i) => (i % 7 === 0 ? { ...entry, name: `other ${i}` } : entry))
      .with(123, { ...good[123]!, size: { w: 123, h: -2 } })
      .toSpliced(200, 1)
      .toSpliced(50, 0, { id: 1000, name: "new", size: { w: 1, h: 1 } });
    folder.write("good.json", JSON.stringify(good, null, 1));
    folder.write("bad.json", JSON.stringify(bad, null, 1));
    folder.write(
      "check.py",
      `import json, sys
for entry in json.load(open(sys.argv[1])):
    if entry["size"]["h"] < 0: raise ValueError("negative size")
`,
    );
    return folder;
  }

  test("JSON against JSON: one value of 45 edits, by 6 tests, and every candidate is JSON", async () => {
    const folder = jsonFolder();
    const { json } = await folder.culprit(
      ...["input", "bad.json", "--passing", "good.json", "--json", "--", "python3", "check.py", "{}"],
    );
    expect(json).toMatchObject({ verdict: "found", by: "edits", deltas: { total: 46, cause: 1 }, minimal: true });
    expect(json.tests).toMatchObject({ needed: 6, unresolved: 0 });
    expect(json.stages).toMatchObject([
      { name: "structure", search: "dd", deltas: { total: 46, cause: 1 }, needed: 6 },
    ]);
    expect(json.cause).toMatchObject([{ text: "-", file: "bad.json" }]);
    const { passing, failing } = halves(json);
    const differing = JSON.parse(failing).filter((e: unknown, i: number) => {
      return JSON.stringify(e) !== JSON.stringify(JSON.parse(passing)[i]);
    });
    expect(differing).toEqual([{ id: 123, name: "n123", size: { w: 123, h: -2 } }]);
  });

  test("C against C: the changed statement of one function, with both halves compiling", async () => {
    const folder = newFolder();
    const program = (half: string, tail: string) => `#include <stdio.h>
static int twice(int x) { return 2 * x; }
static int half(int x) {
  int y = x;
  ${half}
  return y;
}
int main(void) {
  ${tail}
  return 0;
}
`;
    folder.write("good.c", program("y = y / 2;", 'printf("%d\\n", half(8));'));
    folder.write(
      "bad.c",
      program("y = y / (x - x);\n  y++;", 'puts("half of eight is");\n  printf("%d\\n", half(twice(4)));'),
    );
    folder.script("run.sh", 'gcc -O0 "$1" -o ./program 2> errors || exit 125; ./program');
    const { json } = await folder.culprit(
      ...["input", "bad.c", "--passing", "good.c", "--json", "--", "./run.sh", "{}"],
    );
    expect(json).toMatchObject({ verdict: "found", minimal: true });
    expect(json.stages[0]).toMatchObject({ name: "structure", deltas: { total: 4, cause: 1 } });
    expect(json.stages[0]!.needed).toBeLessThanOrEqual(3);
    const { passing, failing } = halves(json);
    const before = passing.split("\n");
    const changed = failing.split("\n").filter((line, i) => line !== before[i]);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatch(/^ {2}y = y ?\/.*x.*;$/);
  });

  test("HTML against HTML: goes into an element that only one has, and keeps both well-formed", async () => {
    const folder = newFolder();
    folder.write("good.html", "<html><body>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<p>end</p>\n</body></html>\n");
    folder.write(
      "bad.html",
      "<html><body>\n<h1>title</h1>\n<ul>\n<li>one and more</li>\n<li>two</li>\n" +
        '<li>three <b>bold</b><select name="q"><option>3</option></select></li>\n</ul>\n</body></html>\n',
    );
    folder.script("printer.sh", `if grep -q '<select' "$1"; then echo "crash" >&2; exit 3; fi`);
    const words = ["bad.html", "--json", "--", "./printer.sh", "{}"];
    const { json } = await folder.culprit("input", "--passing", "good.html", ...words);
    expect(names(json).slice(0, 2)).toEqual(["structure", "inner structure"]);
    expect(json.cause.map(({ text }) => text)).toEqual(["<"]);
    expect(halves(json).failing).toContain("<li><select></li>");
    const alone = await folder.culprit("input", "--isolate", ...words);
    expect(names(alone.json)[0]).toBe("structure");
    expect(alone.json.tests.needed).toBeLessThanOrEqual(12);
    expect(halves(alone.json).failing).toMatch(/^<html><body>.*<li><select>.*<\/li>.*<\/body><\/html>\n$/s);
  });

  test("against nothing: from the outside in, and both halves are JSON as long as the test asks for it", async () => {
    const folder = jsonFolder();
    folder.script("strict.sh", `[ -s "$1" ] || exit 0; python3 "$CULPRIT_CWD/check.py" "$1"`);
    folder.write(
      "check.py",
      `import json, sys
value = json.load(open(sys.argv[1]))
for entry in value if isinstance(value, list) else []:
    if isinstance(entry, dict) and (entry.get("size") or {}).get("h", 1) < 0: raise ValueError("negative size")
`,
    );
    const { json } = await folder.culprit("input", "bad.json", "--isolate", "--json", "--", "./strict.sh", "{}");
    expect(json.verdict).toBe("found");
    expect(json.stages[0]).toMatchObject({ name: "structure" });
    // 9 for one of 300 entries, 2 for one of its 3 pairs, 1 for one of 2, and a few between the layers.
    expect(json.stages[0]!.needed).toBeLessThanOrEqual(20);
    const { passing, failing } = halves(json);
    expect(JSON.stringify(JSON.parse(failing))).toContain('"h":-2');
    expect(() => JSON.parse(passing)).not.toThrow();
  });

  test("--find-passing lacks no more than the pair that fails", async () => {
    const folder = jsonFolder();
    folder.write(
      "check.py",
      `import json, sys
def check(value):
    if isinstance(value, int) and value < 0: raise ValueError("negative")
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []: check(each)
check(json.load(open(sys.argv[1])))
`,
    );
    const { json } = await folder.culprit(
      ...["input", "bad.json", "--find-passing", "--json", "--", "python3", "check.py", "{}"],
    );
    expect(json).toMatchObject({ search: "ddmax", by: "items", minimal: true });
    expect(names(json)).toEqual(["structure"]);
    const { passing, failing } = halves(json);
    expect(failing).toBe(folder.read("bad.json"));
    const lacking = JSON.parse(failing).filter((entry: { size: object }, i: number) => {
      return JSON.stringify(entry) !== JSON.stringify(JSON.parse(passing)[i]);
    });
    expect(lacking).toEqual([{ id: 123, name: "n123", size: { w: 123, h: -2 } }]);
    expect(JSON.parse(passing)[124]).toEqual({ id: 123, name: "n123", size: { w: 123 } });
  });

  test("what is written in no known language, and what --by says, is cut as ever", async () => {
    const folder = newFolder();
    folder.write("good", "a\nb\nc\n");
    folder.write("bad", "a\nbX\nc2\n");
    folder.script("test.sh", `! grep -q X "$1"`);
    const unknown = await folder.culprit("input", "bad", "--passing", "good", "--json", "--", "./test.sh", "{}");
    expect(names(unknown.json)[0]).toBe("lines");
    const words = ["input", "bad", "--passing", "good", "--language", "ini", "--json"];
    const known = await folder.culprit(...words, "--", "./test.sh", "{}");
    expect(names(known.json)[0]).toBe("structure");
    const told = await folder.culprit(...words, "--by", "characters", "--", "./test.sh", "{}");
    expect(names(told.json)).toEqual(["characters"]);
  });
});
