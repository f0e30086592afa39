import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StepLine } from "../../src/run/record/step-lines.ts";
import { type LoggedStep, StepLog } from "../../src/run/record/step-log.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "culprit-steps-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const stage = { name: "lines", unit: "lines", total: 4, failing: 4 };
const steps: LoggedStep[] = [
  { content: "a", outcome: "fail", text: bytes("one two "), isBest: true },
  { content: "b", outcome: "pass", text: bytes("two "), isBest: false },
];

function logged(taken: readonly LoggedStep[]): object[] {
  const path = join(folder, "steps.jsonl");
  const log = new StepLog(path);
  log.beginStage(stage, bytes("one two three four "));
  for (const each of taken) log.add(each);
  log.close();
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("a text is kept as a patch of the best one before it", () => {
  expect(logged(steps)).toEqual([
    { from: 1, ...stage, text: ["one two three four "] },
    { step: 1, content: "a", outcome: "fail", text: [0, 8], base: true },
    { step: 2, content: "b", outcome: "pass", text: [4, 4] },
  ]);
});

test("a resumed run that takes the same steps logs only what is new", () => {
  const before = logged(steps);
  const after = logged([...steps, { content: "c", outcome: "pass", text: bytes("one "), isBest: false }]);
  expect(after).toEqual([...before, { step: 3, content: "c", outcome: "pass", text: [0, 4] }]);
});

test("a resumed run that takes another step logs it again under the same number", () => {
  logged(steps);
  const after = logged([steps[0]!, { content: "d", outcome: "unresolved", isBest: false }]) as StepLine[];
  expect(after.map(({ step, content }) => [step, content])).toEqual([
    [undefined, undefined],
    [1, "a"],
    [2, "b"],
    [2, "d"],
  ]);
});

test("a place that cannot be written to is no error", () => {
  const log = new StepLog(join(folder, "missing", "steps.jsonl"));
  log.beginStage(stage);
  log.add(steps[0]!);
  log.close();
});
