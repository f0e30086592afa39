import { expect, test } from "vitest";
import type { InputFinding } from "../../../src/causes/input/finding.ts";
import { inputReport } from "../../../src/causes/input/report.ts";
import { pairFollower } from "../../../src/causes/state/pair/pair-follower.ts";
import type { Story } from "../../../src/core/finding.ts";
import type { LineChange } from "../../../src/lines/finding.ts";
import { markup } from "../../../src/report/html/markup.ts";
import type { Paint } from "../../../src/report/terminal/paint.ts";

const report = inputReport(pairFollower);
const same = (text: string) => text;
const paint = { bold: same, dim: same } as Partial<Paint> as Paint;
const change: LineChange = {
  kind: "variable",
  code: "last",
  to: "last - 1",
  rescued: 1,
  failing: 1,
  kept: 2,
  passing: 2,
};
const suspect = (line: number) => ({ file: "total.py", line, text: "sum += row[last]", change });

function story(...lines: number[]): Story<InputFinding> {
  const finding = { cause: [], causes: [], suspects: lines.map(suspect) } as Partial<InputFinding> as InputFinding;
  return { finding, excerpts: [] as const } as Partial<Story<InputFinding>> as Story<InputFinding>;
}
const text = (...lines: number[]) => report.paragraphs(story(...lines), paint).join("\n");

test("a line that is the only one is named in a sentence of its own", () => {
  expect(text(4)).toContain(
    "The defect is likely at total.py:4: with last - 1 instead of last it passes, and all 2 passing runs stay as they are.",
  );
  expect(markup`${report.sections(story(4))}`.html).toContain("<code>total.py:4</code>");
});

test("to leave out a statement may only hide the crash, and so may the value of a passing run: that is no defect", () => {
  const shown = (kind: string) => {
    const { finding, ...rest } = story();
    const suspects = [{ ...suspect(4), change: { ...change, kind } }];
    return report.paragraphs({ ...rest, finding: { ...finding, suspects } }, paint).join("\n");
  };
  for (const kind of ["skip", "value"]) expect(shown(kind)).not.toContain("The defect is likely");
  expect(shown("skip")).toContain("Without last, the failing run passes");
  expect(shown("number")).toContain("The defect is likely");
});

test("of several none is, and options that there are not are not advised", () => {
  expect(text(4, 5)).not.toContain("The defect is likely");
  expect(text(4, 5)).toContain("At 2 of them a change puts all runs right.");
  expect(text(4, 5)).not.toContain("--also-pass");
});

test("where the state was followed, there is one list, and it advises no options either", () => {
  const state = {
    verdict: "found",
    cause: [{ variable: "row[0]", place: "total.py:4", old: '"a"', new: '"sum"' }],
    places: [4, 5].map((line, i) => ({ file: "total.py", line, evidence: "change", suspect: i })),
  } as Partial<InputFinding["state"]> as InputFinding["state"];
  const { finding, ...rest } = story(4, 5);
  const followed = { ...rest, finding: { ...finding, ...(state ? { state } : {}) } };
  const shown = report.paragraphs(followed, paint).filter((each) => each !== "");
  expect(shown).toEqual([
    'It fails because at total.py:4, row[0] is "sum" instead of "a".',
    expect.stringMatching(/^Where the defect may be(?:.|\n)*1\. total.py:4\n.*With last(?:.|\n)*right\.$/),
  ]);
  const { html } = markup`${report.sections(followed)}`;
  expect(html).toContain("<h2>Where the defect may be</h2>\n<p>It fails because at <code>total.py:4</code>, ");
  expect(html).not.toContain("Where a change makes it pass");
});

test("without lines nothing is said about them", () => {
  expect(text().trim()).toBe("");
});
