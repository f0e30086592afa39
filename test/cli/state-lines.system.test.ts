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
const others = [1, 3, 7].flatMap((number) => ["--also-pass", `python3 find.py ${number}`]);

describe("a program whose defect is a condition", () => {
  test("the line is named first, with the change that puts all runs right", async () => {
    const { stdout: output } = await withSearch().culprit(
      "state",
      ...runs,
      ...others,
      "--expect",
      "expected",
      "--max-places",
      "3",
    );
    expect(output).toContain(
      "The defect is likely at find.py:5: with low < high instead of low <= high it passes, and all 4 passing runs stay as they are.",
    );
  });

  test("the suspects are in the JSON, and the defect is the first of them", async () => {
    const folder = withSearch();
    const { json } = await folder.culprit(
      "state",
      "--json",
      ...runs,
      ...others,
      "--max-places",
      "3",
      "--",
      "grep",
      "-qE",
      "^(-1|2)$",
    );
    expect(json.suspects?.[0]).toMatchObject({
      file: "find.py",
      line: 5,
      change: { rescued: 1, failing: 1, kept: 4, passing: 4 },
    });
  });

  test("no code is changed with --no-lines", async () => {
    const { json } = await withSearch().culprit(
      "state",
      "--json",
      ...runs,
      "--expect",
      "expected",
      "--no-lines",
      "--max-places",
      "3",
    );
    expect(json.suspects).toBeUndefined();
  });
});
