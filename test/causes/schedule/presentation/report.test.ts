import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Interleaving, ScheduleFinding } from "../../../../src/causes/schedule/finding.ts";
import { scheduleReport } from "../../../../src/causes/schedule/report.ts";
import type { Story } from "../../../../src/core/finding.ts";
import { htmlPage } from "../../../../src/report/html/page.ts";
import { paint } from "../../../../src/report/terminal/paint.ts";
import { terminalSummary } from "../../../../src/report/terminal/summary.ts";
import { anyText } from "../../../any-text.ts";

const row = (lane: string, count: number, from: string, to: string) => ({ lane, count, from, to });

const failing: Interleaving = {
  lanes: ["1", "1.1", "1.2"],
  rows: [
    row("1", 4, "main.c:20", "main.c:30"),
    row("1.1", 3, "main.c:7", "main.c:10"),
    row("1.2", 9, "main.c:7", "main.c:12"),
    row("1.1", 9, "main.c:10", "main.c:12"),
  ],
};

const passing: Interleaving = { lanes: ["1", "1.1", "1.2"], rows: failing.rows.slice(0, 3) };

const finding: ScheduleFinding = {
  kind: "schedule",
  verdict: "found",
  goal: "simplify",
  search: "auto",
  tests: { needed: 4, run: 7, cached: 2, pass: 2, fail: 1, unresolved: 1 },
  deltas: { total: 40, cause: 2 },
  minimal: true,
  by: "switches",
  cause: [
    {
      text: "1.1 is interrupted between main.c:9 (reads counter) and main.c:10 (writes counter) while 1.2 runs main.c:7 → main.c:10",
      thread: "1.1",
      against: "1.2",
      file: "main.c",
      line: 9,
    },
  ],
  causes: [],
  files: {},
  schedules: {
    byDefault: "passes",
    tried: 3,
    failing,
    passing,
    commands: { failing: "culprit schedule replay 1.1@3 -- ./a", passing: "culprit schedule replay '' -- ./a" },
  },
  run: "20260101-000000",
  seconds: 1,
  assumptions: [],
  stages: [],
};

const excerpt = (text: string) => ({ file: "main.c", line: 9, pieces: [{ text: `${text}\n`, cause: true }] });

function told(
  changes: Partial<ScheduleFinding> = {},
  lines: readonly string[] = ["  seen = counter;"],
): Story<ScheduleFinding> {
  return {
    finding: { ...finding, ...changes },
    test: ["./a"],
    started: "2026-01-01T00:00:00.000Z",
    excerpts: lines.map(excerpt),
    steps: [],
    version: "0.0.0",
  };
}

const plain = (story: Story<ScheduleFinding>) => terminalSummary(story, scheduleReport, paint(false));

describe("a schedule in the terminal", () => {
  test("says which thread crashed, and where", () => {
    const crash = { lane: "1.2", place: "main.c:40", signal: "SIGSEGV" };
    const text = plain(told({ schedules: { ...finding.schedules!, failing: { ...failing, crash } } }));
    expect(text).toContain("; then 1.2 crashes at main.c:40.");
    expect(text).toContain("  1.2 crashes at main.c:40 (SIGSEGV)\n");
  });

  test("says what has to happen, shows the lines, who ran when, and how to see it again", () => {
    const text = plain(told());
    expect(text).toContain("It fails if and only if 1.1 is interrupted between main.c:9 (reads counter) and main.c:10");
    expect(text).toContain("  main.c:9    seen = counter;");
    const column = (of: string) =>
      text
        .split("\n")
        .find((line) => line.includes(of))!
        .indexOf(of);
    expect(column("main.c:7 → 10")).toBeLessThan(column("main.c:7 → 12"));
    expect(text).toContain("fails   culprit schedule replay 1.1@3 -- ./a");
    expect(text).toContain("2 of 40 switches; confirmed, and proved minimal: leave out any one of them");
  });

  test("what fails as it comes is told by what makes it pass", () => {
    const text = plain(told({ schedules: { ...finding.schedules!, byDefault: "fails" } }));
    expect(text).toContain("It passes if and only if 1.1 is interrupted");
    expect(text).toContain("leave out any one of them, and it fails again");
  });

  test("what is not proved is not said to be the only way", () => {
    expect(plain(told({ minimal: false }))).toContain("It fails if 1.1 is interrupted");
  });

  test("obeys nothing that stands in a source", () => {
    fc.assert(
      fc.property(anyText(), (line) => {
        const text = plain(told({}, [line.replaceAll("\n", "")]));
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
      }),
    );
  });
});

describe("a schedule as a page", () => {
  test("of a program that always fails, or of a fix, does not speak of a cause", () => {
    const { schedules: _, ...none } = finding;
    const badge = (changes: Partial<ScheduleFinding>) =>
      /<p class="verdict (\S+)">schedule <b>(.*?)<\/b>/
        .exec(htmlPage({ ...told(), finding: { ...none, cause: [], ...changes } }, scheduleReport))!
        .slice(1);
    expect(badge({ everyScheduleFails: { failed: 21, ended: "exit 1" } })).toEqual(["not-reproduced", "always fails"]);
    const fix = { of: "last", switches: "", outcome: "passes" } as const;
    expect(badge({ verification: fix, verdict: "not-reproduced" })).toEqual(["found", "passes"]);
    expect(badge({ verification: { ...fix, outcome: "fails" } })).toEqual(["not-reproduced", "fails"]);
  });

  test("draws both runs, marks the two lanes, and the switch in the run that fails", () => {
    const page = htmlPage(told(), scheduleReport);
    const figures = page.split('<figure class="plot lanes">').slice(1);
    expect(figures).toHaveLength(2);
    expect(figures[0]!.match(/class="matters"/g)!.length).toBeGreaterThanOrEqual(2);
    expect(figures[0]).toContain('class="against"');
    expect(figures[0]!.split("</svg>")[0]).toContain("<line");
    expect(figures[1]!.split("</svg>")[0]).not.toContain("<line");
  });

  test("of a program that fails as it comes, the switch is in the run that passes", () => {
    const page = htmlPage(
      told({ schedules: { ...finding.schedules!, byDefault: "fails", failing: passing, passing: failing } }),
      scheduleReport,
    );
    const figures = page.split('<figure class="plot lanes">').slice(1);
    expect(figures[0]!.split("</svg>")[0]).not.toContain("<line");
    expect(figures[1]!.split("</svg>")[0]).toContain("<line");
  });
});
