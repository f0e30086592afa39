import { expect, test } from "vitest";
import type { StateDifference } from "../../../../src/causes/state/compare/differences.ts";
import type { Ending } from "../../../../src/causes/state/driver/ending.ts";
import { type EvidenceContext, evidenceOf } from "../../../../src/causes/state/follow/evidence.ts";
import type { Transition } from "../../../../src/causes/state/follow/rank.ts";
import type { Checkpoint } from "../../../../src/causes/state/follow/time-span.ts";
import type { PlaceFinding } from "../../../../src/causes/state/isolate/place-finding.ts";

const line = { file: "a.py", line: 1, hit: 1 };
const at = { passing: line, failing: line };
const known = (name: string, old: string, now: string): Checkpoint => {
  const path = { root: { frame: 0, name }, steps: [] };
  const difference = { name, key: name, at: path, old, new: now } as unknown as StateDifference;
  return { at, found: { at, cause: [difference], stack: [] } as unknown as PlaceFinding };
};
const output: Checkpoint = { end: "output" };
const parting = { ...at, parting: { lines: [], calls: [] } };
const ending = (status: string): Ending => ({ status, outputHash: status, outputStart: "" });
const context = (more: Partial<EvidenceContext> = {}): EvidenceContext => ({
  inputs: { pass: "good one", fail: "bad two" },
  endings: { pass: ending("exit 0"), fail: ending("exit 0") },
  printed: ["price 57", "price 0"],
  ...more,
});
const evidence = (before: Checkpoint, after: Checkpoint, more: Partial<Transition & EvidenceContext> = {}) =>
  evidenceOf({ before, after, narrow: true, ...more }, context(more));

test("where the runs part, that is the evidence", () => {
  expect(evidence(known("a", "1", "2"), known("b", "3", "4"), { parting })).toBe("parting");
  expect(evidence(known("a", "1", "2"), output, { parting })).toBe("parting");
});

test("a value that both runs only pass on is handed over", () => {
  expect(evidence(known("a", "1", "2"), known("b", "1", "2"))).toBe("hand-over");
  expect(evidence(known("a", "1", "2"), known("b", "1", "7"))).toBe("move");
});

test("input that is read is handed over; if the runs part meanwhile, it says more than that", () => {
  const [first, word] = [{ ...known("x", "1", "2"), end: "input" as const }, known("word", '"good"', '"bad"')];
  expect(evidence(first, word)).toBe("hand-over");
  expect(evidence(first, word, { parting })).toBe("move");
  expect(evidence(word, known("other", '"one"', '"two"'))).toBe("hand-over");
});

test("what the output consists of was only printed", () => {
  expect(evidence(known("price", "57", "0"), output)).toBe("hand-over");
  expect(evidence(known("text", '"price 57"', '"price 0"'), output)).toBe("hand-over");
  expect(evidence(known("price", "5", "0"), output)).toBe("ending");
  expect(evidence(known("text", '""', '"price 0"'), output)).toBe("ending");
});

test("a stretch that could not be searched is not the last step", () => {
  expect(evidence(known("a", "1", "2"), output)).toBe("ending");
  expect(evidence(known("a", "1", "2"), output, { narrow: false })).toBe("move");
});

test("before a crash or a hang nothing was only printed", () => {
  const price = known("price", "57", "0");
  expect(evidence(price, output, { endings: { pass: ending("exit 0"), fail: ending("SIGSEGV") } })).toBe("ending");
  expect(evidence(price, output, { endings: { pass: ending("exit 0") } })).toBe("ending");
});
