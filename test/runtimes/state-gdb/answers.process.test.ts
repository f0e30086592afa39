import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { DriverPlan } from "../../../runtimes/protocol/state.ts";
import { gdbRunner, local, scalar } from "./gdb-program.ts";

const gdb = gdbRunner();
const endings = { command: [gdb.build("endings.c"), "0"] };

/** What the driver prints and answers for a plan that cannot be carried out. */
function refusal(plan: DriverPlan, env = process.env) {
  const { end, stderr, answer } = gdb.run(plan, { env });
  expect([end, stderr]).toEqual([125, expect.stringMatching(/^culprit: .*\n$/)]);
  return { message: stderr.trim().slice("culprit: ".length), answer };
}

test("a place was reached, or none was named", () => {
  expect(gdb.run(endings)).toMatchObject({ end: 0, answer: { reached: true } });
  expect(gdb.run({ ...endings, place: { function: "reached", hit: 1 } })).toMatchObject({
    end: 0,
    answer: { reached: true },
  });
});

test("the hits of a place that was not reached often enough", () => {
  expect(refusal({ ...endings, place: { function: "reached", hit: 2 } })).toEqual({
    message: "reached was reached 1 time",
    answer: { missed: "too-few-hits", hits: 1 },
  });
  expect(refusal({ command: [gdb.build("moments.c")], place: { function: "leave", hit: 9 } }).answer).toMatchObject({
    missed: "too-few-hits",
  });
});

test("a place that was not reached", () => {
  const command = [gdb.build("hard-cases.c", "-pthread", "-lm"), "kinds"];
  expect(refusal({ command, place: { function: "odd_pointers", hit: 1 } })).toEqual({
    message: "odd_pointers was not reached",
    answer: { missed: "unreached" },
  });
});

test("a place that is not in the program, and those that may be meant", () => {
  expect(refusal({ ...endings, place: { function: "other", hit: 1 } })).toEqual({
    message: "other is not in the program",
    answer: { missed: "absent", candidates: ["main", "reached"] },
  });
  const typo = refusal({ ...endings, place: { function: "raeched", hit: 1 } });
  expect(typo.message).toBe("raeched is not in the program; did you mean reached?");
  const behind = refusal({ ...endings, place: { file: "endings.c", line: 999, hit: 1 } });
  const last = /^endings\.c:999 is not in the program; did you mean (endings\.c:\d\d)\?$/.exec(behind.message)?.[1];
  expect(behind.answer).toEqual({ missed: "absent", candidates: [last] });
});

test("a call whose moments are wanted may be missed too", () => {
  const command = [gdb.build("moments.c")];
  expect(gdb.moments(command, { function: "count_down", hit: 100 })).toMatchObject({
    moments: [],
    answer: { missed: "too-few-hits", hits: expect.any(Number) },
  });
  expect(gdb.moments(command, { hit: 1, most: 1 }).answer).toEqual({ reached: true });
  const moments = { function: "wrok", hit: 1, capture: gdb.file("moments") };
  expect(refusal({ command, moments })).toMatchObject({
    message: "wrok is not in the program; did you mean work?",
    answer: { missed: "absent" },
  });
});

test("a program that cannot be started or has no debug information, and no gdb", () => {
  const failed = (why: string, reason: string) => ({ message: reason, answer: { failed: true, why, reason } });
  expect(refusal({ command: ["./nothing"] })).toEqual(failed("cannot-start", "there is no program ./nothing"));
  execFileSync("strip", [gdb.copy(endings.command[0]!, "stripped")]);
  expect(refusal({ command: ["./stripped", "0"] })).toEqual(
    failed("not-loaded", "./stripped has no debug information: compile it with -g"),
  );
  expect(refusal({ ...endings, root: gdb.folder }).message).toContain(
    `has no debug information for files under ${gdb.folder}`,
  );
  expect(refusal(endings, { PATH: "/nowhere" })).toEqual(
    failed("no-debugger", "C and C++ programs need gdb, which is not installed: apt-get install gdb"),
  );
});

test("a change that cannot be made", () => {
  const place = { function: "shell_sort", hit: 1 };
  const changes = [{ at: local("a", ["*", "0"]), to: scalar("word") }];
  const reason = "a change cannot be made: word is not a value of type int";
  expect(refusal({ command: [gdb.build("sort.c"), "2", "1"], place, changes })).toEqual({
    message: reason,
    answer: { failed: true, why: "impossible-change", reason },
  });
});
