import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { selectFolder } from "../culprit.ts";

test("a step is shown, and its input is written, without running anything", async () => {
  const folder = selectFolder();
  await folder.culprit("input", "bug.html", "--quiet", "--jobs", "1", "--", "./printer.sh", "{}");
  folder.script("printer.sh", "touch it-ran");
  const { code, stdout } = await folder.culprit("show", "last", "--step", "1", "--output", "step.html");
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Step 1 of \d+ (?:fails|passes) \(exit \d\): .*40 bytes\.\n/),
  ]);
  expect(folder.read("step.html").length).toBeLessThan(40);
  expect(existsSync(join(folder.path, "it-ran"))).toBe(false);
});

test("a step is data with --json", async () => {
  const folder = selectFolder();
  await folder.culprit("input", "bug.html", "--quiet", "--jobs", "1", "--", "./printer.sh", "{}");
  const { stdout } = await folder.culprit("show", "last", "--step", "2", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ step: 2, outcome: expect.stringMatching(/^(?:pass|fail)$/), total: 40 });
});

test.each([
  [["--step", "999"], /The last step is \d+\./],
  [["--output", "x"], /--output goes with --step N\./],
  [["--step", "1", "--output", "bug.html"], /bug\.html/],
])("%o is refused", async (words, message) => {
  const folder = selectFolder();
  await folder.culprit("input", "bug.html", "--quiet", "--jobs", "1", "--", "./printer.sh", "{}");
  const before = folder.read("bug.html");
  const { code, stderr } = await folder.culprit("show", "last", ...words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(folder.read("bug.html")).toBe(before);
});

test("a damaged record is said to be damaged, with its finding and with its steps", async () => {
  const folder = selectFolder();
  await folder.culprit("input", "bug.html", "--quiet", "--jobs", "1", "--", "./printer.sh", "{}");
  const [run] = readdirSync(join(folder.path, ".culprit/runs"));
  const file = (name: string) => join(folder.path, ".culprit/runs", run!, name);
  const finding = () => folder.culprit("show", "last", "--json");
  const step = () => folder.culprit("show", "last", "--step", "1");
  expect([(await finding()).stderr, (await step()).stderr]).toEqual(["", ""]);
  truncateSync(file("journal.jsonl"), 1000);
  const cut = /^The record is damaged: journal\.jsonl has 1,000 of its [\d,]+ bytes\.\n$/;
  expect((await finding()).stderr).toMatch(cut);
  expect(await step()).toMatchObject({ code: 0, stderr: expect.stringMatching(cut) });
  rmSync(file("journal.jsonl"));
  writeFileSync(file("steps.jsonl"), "lost\n");
  const lost = "The record is damaged: journal.jsonl is gone; nothing is read from line 1 of steps.jsonl on.\n";
  expect(await finding()).toMatchObject({ code: 0, stderr: lost });
  expect(await step()).toMatchObject({ code: 2, stderr: `culprit: No steps can be read in ${run}. ${lost}` });
});

test("a run of another version that was stopped can be shown, and not resumed", async () => {
  const folder = selectFolder();
  const path = ".culprit/runs/20260101-000000/run.json";
  const request = { cwd: folder.path, failing: "bug.html", test: ["true"], conditions: { jobs: 1 } };
  mkdirSync(join(folder.path, path, ".."), { recursive: true });
  const header = {
    run: "20260101-000000",
    kind: "input",
    version: "0.0.1",
    format: 1,
    started: "2026-01-01T00:00:00Z",
  };
  folder.write(path, JSON.stringify({ ...header, request, cwd: folder.path }));
  const { code, stdout } = await folder.culprit("show", "last");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Another version of culprit recorded it, so it cannot be/)]);
  expect((await folder.culprit("resume", "last")).stderr).toContain(
    "recorded by another version of culprit (format 1)",
  );
});
