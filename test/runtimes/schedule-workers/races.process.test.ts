import { expect, test } from "vitest";
import { findFailure, planOf, runPlan, runUncontrolled, visiblePart } from "./worker-programs.ts";

test.each([
  ["lost-update.mjs", 100],
  ["check-then-act.cjs", 25],
  ["abba.cjs", 35],
  ["message-order.mjs", 20],
  ["early-message.mjs", 30],
])("%s passes by default and fails under some schedule, which replays", async (program, steps) => {
  const passed = await runPlan([program], "policy default\n");
  expect(passed).toMatchObject({ code: 0, errors: "" });
  const failed = await findFailure([program], steps);
  const { code, log } = await runPlan([program], planOf(failed.log));
  expect({ code, log }).toEqual({ code: failed.code, log: failed.log });
});

test("a program that uses every call under control prints under each policy what it prints without control, and replays", async () => {
  const uncontrolled = await runUncontrolled(["everything.mjs"]);
  expect(uncontrolled.code).toBe(0);
  for (const policy of ["default", "uniform 1 3", "pct 1 3 300", "biased 1 20"]) {
    const ran = await runPlan(["everything.mjs"], `policy ${policy}\n`);
    expect(ran.errors).toBe("");
    expect(visiblePart(ran)).toEqual(visiblePart(uncontrolled));
    expect(ran.log).not.toMatch(/^unc/m);
    expect((await runPlan(["everything.mjs"], planOf(ran.log))).log).toBe(ran.log);
  }
});

test("Math.random gives the same numbers in every run, even in the first one, which has to instrument the sources", async () => {
  const first = await runPlan(["chance.mjs"], "");
  expect(first.output).toMatch(/^worker 0\.\d+\nmain 0\.\d+\n$/);
  expect((await runPlan(["chance.mjs"], "")).output).toBe(first.output);
});
