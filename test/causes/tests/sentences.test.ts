import { expect, test } from "vitest";
import { cleanersSentence, victimSentence } from "../../../src/causes/tests/presentation/sentences.ts";
import { testsReport } from "../../../src/causes/tests/report.ts";
import type { Sentence } from "../../../src/report/sentence.ts";

const text = (sentence: Sentence | undefined) =>
  sentence?.map((part) => (typeof part === "string" ? part : part.code)).join("");

test("what was tried for a test that cleans up is said, not more", () => {
  expect(text(cleanersSentence({ cleaners: [], between: 12 }))).toBe("It still fails with 12 other tests in between");
  expect(text(cleanersSentence({ cleaners: [], between: 0 }))).toBeUndefined();
  expect(text(cleanersSentence({ cleaners: [{ test: "c", file: "c.js" }] }))).toBe("It passes again after c");
  expect(cleanersSentence({})).toBeUndefined();
});

test("a variable that is changed twice is named once", () => {
  const leak = [
    { name: "logger.handlers", kind: "memory", old: "a list of 4", new: "a list of 1" },
    { name: "logger.handlers", kind: "memory", old: "a list of 2", new: "a list of 4" },
  ] as const;
  const victim = { test: "v", file: "v.py" };
  expect(text(victimSentence({ victim, polluters: [{ test: "p", file: "p.py" }], leak }))).toBe(
    "v passes alone, and fails after p, because logger.handlers is a list of 1 instead of a list of 4",
  );
});

test("without one of several tests, it passes only if that was seen", () => {
  const finding = { polluters: [] } as unknown as Parameters<NonNullable<typeof testsReport.withoutCause>>[0];
  expect(testsReport.withoutCause!(finding)).toBe("it passes");
  expect(testsReport.withoutCause!({ ...finding, endsOtherwise: true })).toBe("it no longer fails in this way");
});
