import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { nativePrograms, segmentsOf } from "./native-programs.ts";

const programs = await nativePrograms();

describe.each([
  ["lost-update.c", 1],
  ["check-then-act.c", 1],
  ["abba.c", 123],
  ["missed-signal.c", 123],
  ["order-violation.c", "SIGSEGV"],
  ["double-checked.c", 1],
  ["use-after-free.c", 1],
  ["c11.c", 1],
])("%s", (source, exit) => {
  test("passes by default, fails under some seed, and the failing run replays identically 20 times", async () => {
    const program = await programs.build(source);
    expect(programs.execute(program, []).exit).toBe(0);
    const failed = programs.findFailure(program);
    expect(failed.exit).toBe(exit);
    const segments = segmentsOf(failed.log);
    for (let i = 0; i < 20; i++) expect(programs.execute(program, segments)).toEqual(failed);
  });
});

test("a program that is not instrumented can be stopped right after it releases a lock", async () => {
  const program = await programs.build("after-unlock.c", { level: "sync" });
  expect(programs.findFailure(program).exit).toBe(1);
});

test("a program that is not instrumented is controlled at its pthread calls", async () => {
  const program = await programs.build("check-then-act.c", { level: "sync" });
  expect(programs.execute(program, []).exit).toBe(0);
  const failed = programs.findFailure(program);
  expect(failed.exit).toBe(1);
  expect(programs.execute(program, segmentsOf(failed.log))).toEqual(failed);
});

test("basic blocks are yield points in programs built by gcc and by clang", async () => {
  const clang = spawnSync("clang", ["--version"]).status === 0 ? ["clang"] : [];
  for (const compiler of ["gcc", ...clang]) {
    for (const level of ["branch", "access"] as const) {
      const program = await programs.build("double-checked.c", { level, compiler });
      const run = programs.execute(program, ["policy uniform 1 2"]);
      expect(programs.execute(program, segmentsOf(run.log))).toEqual(run);
      const calls = await programs.build("double-checked.c", { level: "sync" });
      const [fine, coarse] = [program, calls].map((each) => stepsOf("1.1", programs.execute(each, []).log));
      expect(fine).toBeGreaterThan(coarse!);
    }
  }
});

/** The number of yield points that the lane passed. */
function stepsOf(lane: string, log: string): number {
  return Math.max(
    ...segmentsOf(log).map((each) => (each.startsWith(`segment ${lane} `) ? Number(each.split(" ")[2]) : 0)),
  );
}
