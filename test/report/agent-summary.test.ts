import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ArgsFinding } from "../../src/causes/args/finding.ts";
import { argsReport } from "../../src/causes/args/report.ts";
import { envReport } from "../../src/causes/env/report.ts";
import { inputReport } from "../../src/causes/input/report.ts";
import type { PackagesFinding } from "../../src/causes/packages/finding.ts";
import { packagesReport } from "../../src/causes/packages/report.ts";
import type { WhyFinding } from "../../src/causes/why/finding.ts";
import { whyReport } from "../../src/causes/why/report.ts";
import type { Finding, Story } from "../../src/core/finding.ts";
import type { FindingReport } from "../../src/report/finding-report.ts";
import { plainReport } from "../../src/report/plain-report.ts";
import { agentSummary, shortSummary } from "../../src/report/terminal/agent-summary.ts";

const finding: Finding = {
  kind: "changes",
  verdict: "found",
  goal: "isolate",
  search: "dd",
  tests: { needed: 4, run: 7, cached: 0, pass: 2, fail: 2, unresolved: 0 },
  deltas: { total: 40, cause: 1 },
  minimal: true,
  by: "lines",
  cause: [{ text: "x = 1", file: "a.js", line: 7 }],
  causes: [],
  files: {},
  run: "brave-otter",
  seconds: 1,
  assumptions: [],
  stages: [],
};

const storyOf = (more: Partial<Finding> = {}): Story => ({
  finding: { ...finding, ...more },
  test: ["npm", "test"],
  started: "",
  excerpts: [],
  steps: [],
  version: "0.1.0",
});

test("the answer comes first, the next command last, and all is plain text", () => {
  const lines = agentSummary(storyOf(), plainReport).split("\n");
  expect(lines[0]).toMatch(/\.$/);
  expect(lines.slice(-3)).toEqual([
    "Next: change what is named above and run the test: npm test",
    "All of it: culprit show brave-otter --json",
    "",
  ]);
  expect(lines.join("\n")).not.toContain("\u001b");
});

test("it never has more than 40 lines, however much there is to tell", () => {
  const paragraph = fc.string({ unit: fc.constantFrom("a", "\n", "\u001b[1m", "é"), maxLength: 300 });
  fc.assert(
    fc.property(fc.array(paragraph, { maxLength: 20 }), fc.array(paragraph, { maxLength: 30 }), (paragraphs, notes) => {
      const report = { ...plainReport, paragraphs: () => paragraphs };
      const shown = agentSummary(storyOf({ notes }), report);
      expect(shown.split("\n").length - 1).toBeLessThanOrEqual(40);
      expect(shown).toMatch(/\nAll of it: culprit show brave-otter --json\n$/);
      expect(Math.max(...shown.split("\n").map((line) => line.length))).toBeLessThanOrEqual(240);
    }),
  );
});

test("what was proved is there, however long the evidence; and so is where the rest of it is", () => {
  const report = { ...plainReport, paragraphs: () => [Array.from({ length: 100 }, (_, i) => `line ${i}`).join("\n")] };
  const lines = shortSummary(storyOf(), report, { max: 36, rest: " in report.txt" });
  expect(lines).toHaveLength(36);
  expect(lines).toContain("1 of 40 lines; confirmed, and proved minimal: no smaller difference.");
  expect(lines.find((line) => line.startsWith("…"))).toMatch(/^… \d\d more lines in report\.txt$/);
});

test("a long reason says where the rest of it is", () => {
  const reason = Array.from({ length: 20 }, (_, i) => `reason ${i}`).join("\n");
  const lines = agentSummary(storyOf({ verdict: "not-reproduced", reason }), plainReport).split("\n");
  expect(lines[7]).toBe("… 14 more lines: culprit show brave-otter");
});

test("long lines are cut, but not commands: what lacks its end cannot be run", () => {
  const long = "x".repeat(300);
  const report = { ...plainReport, paragraphs: () => [`  passes  ${long}\n  passes (2 runs)  ${long}`] };
  const lines = agentSummary({ ...storyOf(), test: ["./check.sh", long] }, report).split("\n");
  expect(lines).toContain(`  passes  ${long}`);
  expect(lines).toContain(`Next: change what is named above and run the test: ./check.sh ${long}`);
  expect(lines.find((line) => line.startsWith("  passes (2"))).toHaveLength(240);
});

test("all commands call culprit as it was called, and lines of code stay as they are", () => {
  const own = ["  again  culprit changes v1 -- npm test", "  fails   culprit schedule replay 1 -- node a.js"];
  const code = "    +   run: culprit why";
  const note = "To find the lines: culprit resume brave-otter --deeper";
  const report = { ...plainReport, paragraphs: () => [...own, code] };
  const lines = agentSummary(storyOf({ notes: [note] }), report, "npx culprit").split("\n");
  for (const line of [...own, note]) expect(lines).toContain(line.replace("culprit", "npx culprit"));
  expect(lines).toContain(code);
});

test.each([
  ["exhausted", "Next: culprit resume brave-otter --budget 10m"],
  ["interrupted", "Next: culprit resume brave-otter --budget 10m"],
  ["not-reproduced", "Next: see for yourself whether it fails: npm test; echo $?"],
] as const)("a run that is %s says how to go on", (verdict, next) => {
  expect(agentSummary(storyOf({ verdict }), plainReport).split("\n")).toContain(next);
});

test("where no cause was found, the command that the reason ends with is the next one", () => {
  const reason = "a › b fails alone in the same way.\nTo find out what does: culprit why -- npm test";
  const lines = agentSummary(storyOf({ verdict: "not-reproduced", reason }), plainReport).split("\n");
  expect(lines).toContain("Next: culprit why -- npm test");
});

test("a test that passes need not be run again to see that, says culprit why", async () => {
  const report = (await whyReport(() => Promise.resolve({ report: () => plainReport } as never))) as FindingReport;
  const tried = [{ how: "here", outcome: "pass", runs: 20, failed: 0, seconds: 1 }];
  const story = storyOf({ verdict: "not-reproduced", tried } as Partial<WhyFinding>);
  expect(agentSummary(story, report).split("\n").at(-3)).toBe(
    "Next: run this again when it fails, or where it fails: culprit capture -- npm test",
  );
});

test("a test with {} cannot be run as it stands", () => {
  const lines = agentSummary({ ...storyOf({ verdict: "not-reproduced" }), test: ["./check.sh", "{}"] }, plainReport);
  expect(lines).toContain("Next: run the test by hand, with what {} stands for, and look at its exit status.");
});

describe("the next command", () => {
  const next = (story: Story, report: FindingReport<never>) =>
    agentSummary(story, report as FindingReport, "npx culprit")
      .split("\n")
      .at(-3);
  const pair = { paragraphs: () => [], sections: () => [] };

  test.each([
    [["cc", "-c", "{}"], "cc -c bug.failing.c"],
    [["cc", "-c", "bug.c"], "cc -c bug.failing.c < bug.failing.c"],
    [["./read.sh"], "./read.sh < bug.failing.c"],
  ])("runs %j with the smallest failing input, as it was run", (words, line) => {
    const story = storyOf({
      kind: "input",
      files: { failing: "bug.failing.c" },
      cause: [{ text: "x", file: "bug.c" }],
    });
    expect(next({ ...story, test: words }, inputReport(pair))).toBe(`Next: it fails with the small input too: ${line}`);
  });

  test("has the arguments that the failure needs", () => {
    const story = storyOf({ commands: { failing: ["./app.sh", "-b"] } } as Partial<ArgsFinding>);
    expect(next(story, argsReport)).toBe("Next: change what is named above and run the test: ./app.sh -b");
  });

  test("applies the patch that makes the new version pass, if there is one", () => {
    const patches = [
      { name: "fix", file: "fix.patch", base: "the culprit (255ed9bc98)", effect: "passes" },
      { name: "fixOnNew", file: "a b/fix-on-new.patch", base: "NEW (the working tree)", effect: "passes" },
    ] as const;
    const files = { fix: patches[0].file, fixOnNew: patches[1].file };
    expect(next(storyOf({ patches, files }), plainReport)).toBe(
      "Next: git apply 'a b/fix-on-new.patch' (applies to NEW (the working tree): with it the test passes)",
    );
  });

  test("keeps a package back as it was shown to work", () => {
    const remedy = { dependencies: { ms: "2.1.3" } };
    const story = storyOf({ remedy } as Partial<PackagesFinding>);
    expect(next(story, packagesReport)).toBe(
      'Next: put "dependencies": { "ms": "2.1.3" } into package.json, and run: npm install && npm test',
    );
    const keptBy = { package: "qs", version: "6.7.0", text: '"qs": "6.7.0" in resolutions of package.json' };
    expect(next(storyOf({ keptBy } as Partial<PackagesFinding>), packagesReport)).toBe(
      'Next: keep qs 6.7.0 by "qs": "6.7.0" in resolutions of package.json; then install, and run the test: npm test',
    );
    expect(next(storyOf(), packagesReport)).toBe("Next: change what is named above and run the test: npm test");
  });

  test("is not the bare test where that has other variables, or where there is none", () => {
    const story = storyOf({ cause: [{ text: "B=3", variable: "B", old: "2", new: "3", file: "bad.env" }] });
    expect(next(story, envReport)).toBe("Next: change B in bad.env, and run this command again");
    expect(next({ ...storyOf(), test: [] }, plainReport)).toBe(
      "Next: change what is named above and run the failing command again",
    );
  });

  test("calls culprit as it was called", () => {
    expect(next(storyOf({ verdict: "exhausted" }), plainReport)).toBe(
      "Next: npx culprit resume brave-otter --budget 10m",
    );
    const replayed = { ...plainReport, commands: () => ({ failing: "culprit schedule replay '0.2' -- node a.js" }) };
    expect(next(storyOf(), replayed)).toBe(
      "Next: change what is named above and run the test: npx culprit schedule replay '0.2' -- node a.js",
    );
  });
});
