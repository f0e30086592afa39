import { expect, test } from "vitest";
import type { PossibleChange, Site } from "../../runtimes/protocol/lines.ts";
import { candidateChanges, isTestFile } from "../../src/lines/candidate-changes.ts";
import type { NamedLine } from "../../src/lines/named-lines.ts";

const changes: readonly PossibleChange[] = [
  { id: "not", kind: "switch" },
  { id: "Lt", kind: "operator", text: "a < b" },
];
const site = (line: number, more: Partial<Site> = {}): Site => ({
  id: `${line}`,
  file: "/p/a.py",
  line,
  text: "a <= b",
  changes,
  ...more,
});
const coverage = [1, 2].map((line) => ({ file: "/p/a.py", line, failing: 1, passing: 0, suspicion: line / 2 }));

const tried = (sites: readonly Site[], seen: Record<string, string[]> = {}, named: readonly NamedLine[] = []) =>
  candidateChanges(sites, coverage, { seenInPassing: new Map(Object.entries(seen)), named }).map(
    ({ site: { line }, change }) => `${line} ${change.id}`,
  );

test("suspicious lines come first, and small changes before large ones", () => {
  expect(tried([site(1), site(2)])).toEqual(["2 Lt", "2 not", "1 Lt", "1 not"]);
});

test("lines that the error names come before suspicious ones, and lines inside of functions before others", () => {
  expect(tried([site(1), site(2)], {}, [{ file: "/p/a.py", line: 1 }])).toEqual(["1 Lt", "1 not", "2 Lt", "2 not"]);
  expect(tried([site(3), site(4, { function: "f" })])).toEqual(["4 Lt", "4 not", "3 Lt", "3 not"]);
});

test("what only reports the failure is not changed", () => {
  expect(tried([site(1, { reports: true })])).toEqual([]);
});

test("values of passing runs are tried that the failing run does not have", () => {
  expect(tried([site(1, { changes: [], seen: ["0"] })], { 1: ["0", "7"] })).toEqual(["1 value:7"]);
});

test.each([
  "test_a.py",
  "p/test_a.py",
  "p/a_test.py",
  "tests/a.py",
  "p/tests/a.py",
  "a.test.ts",
  "p/a.spec.mjs",
  "p/__tests__/a.js",
  "conftest.py",
])("%s is a test", (path) => expect(isTestFile(path)).toBe(true));

test.each(["attest.py", "p/contest.js", "latest/a.ts", "p/testing.py"])("%s is no test", (path) =>
  expect(isTestFile(path)).toBe(false),
);
