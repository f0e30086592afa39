import { describe, expect, test } from "vitest";
import type { StateFinding } from "../../../src/causes/state/finding.ts";
import { stateReport } from "../../../src/causes/state/report.ts";
import type { LineChange } from "../../../src/lines/finding.ts";
import { suspectsText } from "../../../src/lines/presentation/suspects-text.ts";

const plainPaint = { bold: same, dim: same, red: same, green: same } as Parameters<typeof suspectsText>[1];
function same(text: string): string {
  return text;
}

const change = (more: Partial<LineChange> = {}): LineChange => ({
  kind: "operator",
  code: "lo <= hi",
  to: "lo < hi",
  rescued: 1,
  failing: 1,
  kept: 2,
  passing: 2,
  ...more,
});
const finding = (each: LineChange, more: Partial<StateFinding> = {}) =>
  ({
    suspects: [{ file: "find.py", line: 5, change: each }],
    cause: [],
    ...more,
  }) as Partial<StateFinding> as StateFinding;
const text = (each: LineChange) => suspectsText(finding(each), plainPaint).split("\n").at(-1)!.trim();

describe("a line at which a change makes the failing run pass", () => {
  test.each([
    [change(), "With lo < hi instead of lo <= hi, the failing run passes, and all 2 passing runs stay as they are."],
    [change({ kept: 1 }), "With lo < hi instead of lo <= hi, the failing run passes, but 1 of 2 passing runs change."],
    [
      change({ kind: "switch", to: "false" }),
      "With lo <= hi false, the failing run passes, and all 2 passing runs stay as they are.",
    ],
    [change({ kind: "skip" }), "Without lo <= hi, the failing run passes, and all 2 passing runs stay as they are."],
    [
      change({ kind: "switch", to: "not", instance: 12 }),
      "With lo <= hi the other way round (only the 12th time), the failing run passes.",
    ],
    [
      change({ failing: 3, passing: 3, kept: 2 }),
      "With lo < hi instead of lo <= hi, 1 of 3 failing runs pass, but 1 of 3 passing runs change.",
    ],
  ])("is told with what came of all runs", (each, sentence) => {
    expect(text(each)).toBe(sentence);
  });
});

test("a change that spoils most of the passing runs is not shown: it only hides the failure", () => {
  expect(suspectsText(finding(change({ passing: 3, kept: 1 })), plainPaint)).toBe("");
});

describe("the first sentence", () => {
  const headline = (found: StateFinding) =>
    stateReport
      .headline({ finding: found } as Parameters<typeof stateReport.headline>[0])
      .map((part) => (typeof part === "string" ? part : part.code))
      .join("");
  const cause = [{ variable: "x", place: "sort", old: "1", new: "2" }];

  test("is about the line if all runs are right with the change", () => {
    expect(headline(finding(change(), { cause }))).toBe(
      "The defect is likely at find.py:5: with lo < hi instead of lo <= hi it passes, and all 2 passing runs stay as they are",
    );
  });

  test("claims no defect where a value of another run is put", () => {
    const value = change({ kind: "value", code: "'/'.join(parts)", to: '"a/b"' });
    expect(headline(finding(value, { cause }))).toBe(
      "A change at find.py:5 puts all runs right: with \"a/b\" instead of '/'.join(parts) it passes, and all 2 passing runs stay as they are",
    );
  });

  test("names two or three lines if all runs are right with a change at each, and no more", () => {
    const suspects = [5, 6, 9, 12].map((line) => ({ file: "find.py", line, change: change() }));
    const of = (count: number) => headline(finding(change(), { cause, suspects: suspects.slice(0, count) }));
    expect(of(2)).toBe("A change at find.py:5 or find.py:6 puts all runs right");
    expect(of(3)).toBe("A change at find.py:5, find.py:6 or find.py:9 puts all runs right");
    expect(of(4)).toBe("It fails because at sort, x is 2 instead of 1");
  });

  test("is about the variable if the change spoils a passing run", () => {
    expect(headline(finding(change({ kept: 1 }), { cause }))).toBe("It fails because at sort, x is 2 instead of 1");
  });

  test("of a search that was stopped is about the line so far, and claims nothing of runs that were not tried", () => {
    const stopped = finding(change({ kept: 0, passing: 0 }));
    const [partial, whole] = [stateReport.earlyHeadline!({ finding: stopped } as never), headline(stopped)];
    const text = partial!.map((part) => (typeof part === "string" ? part : part.code)).join("");
    expect(text).toBe("So far, it passes with lo < hi instead of lo <= hi at find.py:5");
    expect(whole).not.toContain("likely");
  });

  test("is about the line if no variable is the cause", () => {
    expect(headline(finding(change({ kept: 1 })))).toBe("It passes with lo < hi instead of lo <= hi at find.py:5");
  });
});
