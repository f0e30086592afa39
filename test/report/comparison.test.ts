import { expect, test } from "vitest";
import type { Finding, Story } from "../../src/core/finding.ts";
import { htmlPage } from "../../src/report/html/page.ts";
import { plainReport } from "../../src/report/plain-report.ts";
import { paint } from "../../src/report/terminal/paint.ts";
import { terminalSummary } from "../../src/report/terminal/summary.ts";
import { compare } from "../../src/world/text/side-by-side.ts";
import { editsBetween } from "../../src/world/text/text-edits.ts";

const finding: Finding = {
  kind: "input",
  verdict: "found",
  goal: "isolate",
  search: "dd",
  tests: { needed: 4, run: 7, cached: 0, pass: 2, fail: 2, unresolved: 0 },
  deltas: { total: 40, cause: 1 },
  minimal: true,
  by: "tokens",
  cause: [{ text: "<b>-5", old: "30", new: "<b>-5", file: "bad.ini", line: 7 }],
  causes: [],
  files: { failing: "out/bad.failing.ini", passing: "out/bad.passing.ini" },
  run: "brave-otter",
  seconds: 1,
  assumptions: [],
  stages: [],
};

function story(passing: string, failing: string): Story {
  const comparison = compare(editsBetween(Buffer.from(passing), Buffer.from(failing), "tokens"))!;
  return { finding, test: ["t"], started: "", excerpts: [], comparison, steps: [], version: "0.1.0" };
}

const lines = (value: string) => `${"same\n".repeat(9)}[net]\nlimit = ${value}\nend\n`;

test("the terminal shows the two as one text, what differs marked without colours too", () => {
  const shown = terminalSummary(story(lines("30"), lines("31")), plainReport, paint(false));
  expect(shown).toContain(
    [
      "  bad.ini:7",
      "      10  [net]",
      "  -   11  limit = 30",
      "                  ^^",
      "  +   11  limit = 31",
      "                  ^^",
      "      12  end",
    ].join("\n"),
  );
  expect(terminalSummary(story(lines("30"), lines("31")), plainReport, paint(true))).toContain("\u001b[1;7;31m31");
});

test("the terminal shows few lines, and says how many more there are", () => {
  const many = (word: string) => Array.from({ length: 50 }, (_, i) => `${word}${i}\n`).join("");
  const shown = terminalSummary(story(many("a"), many("b")), plainReport, paint(false));
  expect(shown.split("\n").length).toBeLessThan(30);
  expect(shown).toContain("84 lines more");
});

test("the page shows the passing one left and the failing one right, each difference marked, the rest folded", () => {
  const page = htmlPage(story(lines("30"), lines("<b>")), plainReport);
  const rows = [...page.matchAll(/<tr[^>]*>.*?<\/tr>/g)].map(([row]) => row);
  expect(rows[0]).toMatch(/passes<\/span> <code>bad.passing.ini.*fails<\/span> <code>bad.failing.ini/);
  expect(rows[1]).toContain("7 equal lines");
  const changed = rows.find((row) => row.includes("<mark>"))!;
  expect(changed).toBe(
    '<tr><td class="n">11</td><td class="del"><code>limit = <mark>30</mark></code></td>' +
      '<td class="n">11</td><td class="ins"><code>limit = <mark>&lt;b&gt;</mark></code></td></tr>',
  );
});

test("a line that only one of them has stands beside an empty place", () => {
  const page = htmlPage(story("a\nc\n", "a\nb\nc\n"), plainReport);
  expect(page).toContain('<td class="n none"></td><td class="none"></td><td class="n">2</td><td class="ins">');
});
