import { expect, test } from "vitest";
import type { Checkpoint } from "../../../../src/causes/state/follow/time-span.ts";
import type { PlaceFinding } from "../../../../src/causes/state/isolate/place-finding.ts";
import { partingEntry } from "../../../../src/causes/state/story/parting.ts";
import type { LineCoverage } from "../../../../src/lines/coverage.ts";

const file = "/p/a.py";
const place = { file, line: 2, hit: 1 };
const at = (...lines: number[]) => ({
  passing: place,
  failing: place,
  parting: { lines: [...lines.map((line) => ({ file, line })), { file: "/p/b.py", line: 3 }], calls: [] },
});
const before: Checkpoint = { found: { stack: [{ function: "f", file, line: 2 }] } as unknown as PlaceFinding };
const covered = (line: number, failing: number, passing: number): LineCoverage => ({
  file,
  line,
  failing,
  passing,
  suspicion: 0,
});
const sources = new Map([[file, ["def f(x):", "  if x:", "    y = 1", "    z = 2", "  return z"]]]);
const context = { sources, cwd: "/p" };

test("the lines after a parting that no passing run executes are listed", () => {
  const coverage = [covered(2, 1, 1), covered(3, 2, 0), covered(4, 1, 0), covered(5, 1, 1)];
  expect(partingEntry({ before, parting: at(3, 4, 5) }, coverage, context)).toEqual({
    parting: {
      line: 2,
      onlyFailing: [
        { line: 3, text: "y = 1", failing: 2 },
        { line: 4, text: "z = 2", failing: 1 },
      ],
    },
  });
});

test("lines of other files, of functions that are called then, are listed with their files", () => {
  const coverage = [covered(4, 1, 0), { ...covered(3, 1, 0), file: "/p/b.py" }];
  expect(partingEntry({ before, parting: at(4) }, coverage, context).parting?.onlyFailing).toEqual([
    { line: 4, text: "z = 2", failing: 1 },
    { file: "b.py", line: 3, failing: 1 },
  ]);
});

test("a line that was not traced is not listed, and without coverage of the file nothing is said", () => {
  expect(partingEntry({ before, parting: at(3, 4) }, [covered(3, 1, 0)], context).parting?.onlyFailing).toHaveLength(1);
  expect(partingEntry({ before, parting: at(3, 4) }, [], context)).toEqual({ parting: { line: 2 } });
});

test("where the runs do not part, there is nothing to list; where they part in another file, that is named", () => {
  expect(partingEntry({ before }, [covered(3, 1, 0)], context)).toEqual({});
  const elsewhere = { ...at(3), passing: { ...place, file: "/p/b.py" } };
  expect(partingEntry({ before, parting: elsewhere }, [], context)).toEqual({ parting: { file: "b.py", line: 2 } });
});
