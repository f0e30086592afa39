import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { StageDetails } from "../../src/core/stage-details.ts";
import type { StageLine, StepLine } from "../../src/run/record/step-lines.ts";
import { RunSteps } from "../../src/web/steps/run-steps.ts";
import { fileTree } from "../../src/web/steps/views/file-tree.ts";
import { whyAsked } from "../../src/web/steps/why-asked.ts";
import { worldView } from "../../src/web/steps/world-view.ts";

/** The view of a step of a stage with these details. */
function viewOf(details: StageDetails, ...steps: Partial<StepLine>[]): string {
  const run = new RunSteps();
  const stage: StageLine = {
    ...{ from: 1, name: "changes", unit: "changes", total: 3, failing: 3, sets: true },
    ...{ labels: ["one", "two", "three"], details },
  };
  run.add(stage);
  for (const [i, step] of steps.entries())
    run.add({ step: i + 1, content: `${i}`, outcome: "fail", size: 1, failing: 3, ...step });
  return worldView(run, steps.length, "failing").html;
}

const count = (html: string, part: string) => html.split(part).length - 1;

test("files are a tree in which folders that contain one folder only are joined", () => {
  const tree = fileTree(["src/web/a.ts", "src/web/b.ts", "src/web/page/c.ts", "src/web/a.ts"], (path) => path);
  expect(tree).toEqual({
    name: "src/web",
    folders: [{ name: "page", folders: [], files: [{ name: "c.ts", items: ["src/web/page/c.ts"] }] }],
    files: [
      { name: "a.ts", items: ["src/web/a.ts", "src/web/a.ts"] },
      { name: "b.ts", items: ["src/web/b.ts"] },
    ],
  });
});

test("a diff has the text of each change, and those outside the set are dimmed", () => {
  const items = ["a", "b", "c"].map((old) => ({ file: "x", line: 1, old, new: `<${old}>` }));
  const html = viewOf({ kind: "diff", items }, { set: "1" });
  expect([count(html, '<figure class="hunk">'), count(html, '<figure class="hunk out">')]).toEqual([1, 2]);
  expect(html).toContain('<figure class="hunk"><figcaption>line 1</figcaption><del>− b</del><ins>+ &lt;b&gt;</ins>');
});

test("where only some deltas are in question, their numbers say which item is which", () => {
  const items = [
    { file: "x", new: "seven" },
    { file: "x", new: "nine" },
  ];
  const html = viewOf({ kind: "diff", items, numbers: [7, 9] }, { set: "9" });
  expect(html).toContain('<figure class="hunk out"><figcaption>not made</figcaption><ins>+ seven');
  expect(html).toContain('<figure class="hunk"><figcaption></figcaption><ins>+ nine');
});

test("of very many changes only those in the set are shown", () => {
  const items = Array.from({ length: 3000 }, (_, i) => ({ file: `f${i % 7}`, new: `text ${i}` }));
  const html = viewOf({ kind: "diff", items }, { set: DeltaSet.of(5, 2999).toString() });
  expect(count(html, "<figure")).toBe(2);
  expect(html).toContain("text 2999");
});

test("a table of two sides crosses out what the candidate does not have", () => {
  const items = [[{ name: "a", old: "1", new: "2" }], [{ name: "b", new: "3" }]];
  const html = viewOf({ kind: "sides", heads: ["Package", "Old", "New"], items }, { set: "0" });
  expect(html).toContain('<td class="out"><s><code>1</code></s></td><td class="ins"><code>2</code></td>');
  expect(html).toContain('<td class="del"><span>none</span></td><td class="out"><s><code>3</code></s></td>');
});

test("an order numbers what runs, and folds many that are left out one after the other", () => {
  const items = Array.from({ length: 30 }, (_, i) => `test ${i}`);
  const html = viewOf({ kind: "order", before: ["setup"], items, after: ["victim"] }, { set: "2,20" });
  const rows = [...html.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([row, text]) => {
    const value = /value="(\d+)"/.exec(row)?.[1];
    return `${value ?? "-"} ${text!.replace(/<[^>]*>/g, "")}`;
  });
  expect(rows).toEqual([
    ...["1 setup always runs", "- test 0", "- test 1", "2 test 2", "- ⋯ 17 left out", "3 test 20"],
    ...["- ⋯ 9 left out", "4 victim always runs"],
  ]);
});

test("a list of versions has what was known at the step, and nothing later", () => {
  const items = Array.from({ length: 60 }, (_, i) => ({ name: `commit${i}`, subject: `subject ${i}` }));
  const details: StageDetails = { kind: "versions", items };
  const html = viewOf(details, { set: "commit30" }, { set: "commit50", outcome: "pass" });
  expect(html).toContain("<b>commit50</b>");
  expect([count(html, ">fails<"), count(html, ">passes<")]).toEqual([1, 1]);
  expect(html).not.toContain("subject 10<");
  expect(viewOf(details, { set: "commit30" })).not.toContain(">passes<");
});

test("details that this version does not know leave the list of labels", () => {
  const html = viewOf({ kind: "cube" } as never, { set: "1" });
  expect(html).toContain("<li><code>two</code></li>");
});

test("an instant is named as such, and not called a set", () => {
  const run = new RunSteps();
  run.add({ from: 1, name: "clock", unit: "seconds", total: 100, failing: 100, passing: 0 });
  run.add({ step: 1, content: "1", outcome: "pass", set: "2026-11-18 12:00", size: 50, failing: 100, passing: 50 });
  expect(worldView(run, 1, "failing").html).toContain('<span class="soft">clock:</span> <code>2026-11-18 12:00</code>');
  expect(whyAsked(run, 1).reason).toMatch(
    /^It is between the last one that passes and the first one that fails, which are 100 seconds apart\./,
  );
});
