import { existsSync } from "node:fs";
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
