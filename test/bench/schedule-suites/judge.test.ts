import { expect, test } from "vitest";
import { judge } from "../../../bench/schedule-suites/judge.ts";
import type { ScheduleFinding } from "../../../src/causes/schedule/finding.ts";

const defect = ["app.c:10-12 total", "app.c:20-24"];

function answer(...texts: string[]): ScheduleFinding {
  return { cause: texts.map((text) => ({ text })) } as unknown as ScheduleFinding;
}

test("an answer is right if its first sentence names a place of two threads", () => {
  const sentence = "1.1 is interrupted at /a/app.c:11 (reads x) while 1.2 runs /a/app.c:18 → /a/app.c:22 (writes y)";
  expect(judge(answer(sentence), defect)).toBe("right");
  expect(judge(answer("1.1 is interrupted at /a/b.c:1", sentence), defect)).toBe("near");
});

test("a variable is named by what is done to it", () => {
  expect(judge(answer("1.1 runs /a/b.c:7 (reads total) before 1.2 continues from /a/app.c:24"), defect)).toBe("right");
});

test("an answer that names one side is near, one that names none or lines of another file is wrong", () => {
  expect(judge(answer("1.1 runs /a/app.c:12 before 1.2 continues from /a/app.c:30"), defect)).toBe("near");
  expect(judge(answer("1.1 runs /a/b.c:12 before 1.2 continues from /a/b.c:22"), defect)).toBe("wrong");
  expect(judge(answer(), defect)).toBe("wrong");
});

test("two sides may be the same lines, but not of one thread", () => {
  const twice = ["30 total", "30 total"];
  expect(judge(answer("1.1 is interrupted at /a/app.c:30 while 1.2 runs /a/app.c:28 → /a/app.c:31"), twice)).toBe(
    "right",
  );
  expect(judge(answer("1.1 is interrupted at /a/app.c:30 (reads total) while 1.2 runs /a/app.c:7"), twice)).toBe(
    "near",
  );
});

test("where the program crashes is part of the answer", () => {
  const crash = { lane: "1.2", place: "/a/app.c:21", signal: "SIGABRT" };
  const finding = {
    ...answer("1.1 is interrupted at /a/app.c:10"),
    schedules: { failing: { crash } },
  } as unknown as ScheduleFinding;
  expect(judge(finding, defect)).toBe("right");
});

test("a program that always fails has no schedule as its cause", () => {
  const everyScheduleFails = { failed: 100, ended: "deadlock" };
  expect(judge({ ...answer(), everyScheduleFails }, "every schedule")).toBe("right");
  expect(judge(answer("1.1 is interrupted at /a/app.c:11"), "every schedule")).toBe("wrong");
  expect(judge({ ...answer(), everyScheduleFails }, defect)).toBe("wrong");
});
