import { describe, expect, test } from "vitest";
import type { ChangeKind } from "../../runtimes/protocol/lines.ts";
import type { LineCoverage } from "../../src/lines/coverage.ts";
import { rankSuspects } from "../../src/lines/rank-suspects.ts";
import type { Rescue } from "../../src/lines/try-changes.ts";

const covered = (line: number, suspicion: number): LineCoverage => ({
  file: "a.py",
  line,
  failing: 1,
  passing: 1,
  suspicion,
});

function rescue(line: number, kept: number, more: Partial<Rescue> & { readonly kind?: ChangeKind } = {}): Rescue {
  const { kind = "operator", ...rest } = more;
  const site = { id: `${line}`, file: "a.py", line, text: "x", changes: [] };
  return { site, change: { id: kind, kind, text: "y" }, rescued: 1, failing: 1, kept, passing: 4, ...rest };
}

const linesOf = (rescues: readonly Rescue[], coverage: readonly LineCoverage[]) =>
  rankSuspects(rescues, coverage).map(({ line }) => line);

describe("suspects", () => {
  const coverage = [covered(1, 0.9), covered(2, 0.5), covered(3, 0.7)];

  test("come in the order of coverage where no change makes the failing run pass", () => {
    expect(linesOf([], coverage)).toEqual([1, 3, 2]);
  });

  test("a line at which a change puts all runs right comes before one at which passing runs are spoiled", () => {
    expect(linesOf([rescue(2, 4), rescue(1, 1)], coverage)).toEqual([2, 1, 3]);
  });

  test("of lines that are equally good, the one comes first that coverage suspects more", () => {
    expect(linesOf([rescue(2, 4), rescue(3, 4)], coverage)).toEqual([3, 2, 1]);
  });

  test("of changes that put all runs right, the smallest comes first, if all that is printed is judged", () => {
    const rescues = [rescue(1, 4, { kind: "skip" }), rescue(2, 4)];
    const order = (exact: boolean) => rankSuspects(rescues, coverage, { exact }).map(({ line }) => line);
    expect(order(true)).toEqual([2, 1, 3]);
    expect(order(false)).toEqual([1, 2, 3]);
  });

  test("where a change puts only some runs right, that and the coverage count together", () => {
    expect(linesOf([rescue(2, 2)], coverage)).toEqual([1, 2, 3]);
    expect(linesOf([rescue(3, 3)], coverage)).toEqual([3, 1, 2]);
  });

  test("a value of another run that puts only some runs right counts less than other changes", () => {
    const alike = [covered(1, 0.7), covered(2, 0.7)];
    expect(linesOf([rescue(1, 3, { kind: "value" }), rescue(2, 2)], alike)).toEqual([2, 1]);
    expect(linesOf([rescue(1, 4, { kind: "value" }), rescue(2, 2)], alike)).toEqual([1, 2]);
  });

  test("a line is shown with its best change, and of equally good ones with the smallest", () => {
    const all = [
      rescue(2, 4, { kind: "switch" }),
      rescue(2, 4, { kind: "operator" }),
      rescue(2, 1, { kind: "number" }),
    ];
    expect(rankSuspects(all, coverage)[0]!.rescue!.change.kind).toBe("operator");
  });
});
