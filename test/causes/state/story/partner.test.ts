import { expect, test } from "vitest";
import type { Partner } from "../../../../src/causes/state/partner/partner.ts";
import { partnerNotes } from "../../../../src/causes/state/story/partner.ts";

const partner: Partner = {
  test: "t.py::test_a",
  command: ["pytest", "t.py::test_a"],
  failing: { test: "t.py::test_b", command: ["pytest", "t.py::test_b"] },
  others: [],
  tried: 1,
  passing: 1,
  lines: { failing: 44, shared: 41, others: 1 },
};

test("the notes say which test was chosen and why", () => {
  expect(partnerNotes(partner)).toEqual([
    "Compared with t.py::test_a, the only passing test (1 was tried): of the 44 lines of the program that the failing test executes, it executes 41, and 1 other. Its command: pytest t.py::test_a.",
  ]);
});

test("they also say how the failing test is run, and which others are compared with", () => {
  const { lines: _, ...unknownLines } = partner;
  const others = ["c", "d"].map((name) => ({ test: name, command: [name] }));
  const failing = { ...partner.failing, narrowed: true as const };
  expect(partnerNotes({ ...unknownLines, failing, others, tried: 20, passing: 3 })).toEqual([
    "t.py::test_b fails, and is run alone: pytest t.py::test_b.",
    "Compared with t.py::test_a, the nearest of 3 passing tests (20 were tried): the failing test was not seen to execute a line of the program, so its place in the file decided. Its command: pytest t.py::test_a.",
    "Also compared with c and d.",
  ]);
});
