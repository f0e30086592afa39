import { expect, test } from "vitest";
import { controlled, programs } from "./event-programs.ts";

test("of two test files that run at the same time one is scheduled, and the log says so", async () => {
  const { code, log } = await controlled(["node", "--test", "sample.test.mjs", "empty.test.cjs"]);
  expect(code).toBe(0);
  expect(log).toMatch(/^unc other process$/m);
});

test("a program given as text is scheduled, and its dynamic imports are no events", async () => {
  const text = "setImmediate(async () => { await import('./polling.mjs'); console.log('imported') })";
  const ran = await controlled(["node", "-e", text]);
  expect(ran).toMatchObject({ code: 0, output: "ends true true\nimported\n" });
  expect(ran.log).not.toMatch(/fs\./);
});

test("node --test: the process of the file is scheduled", async () => {
  const ran = await controlled(["node", "--test", "sample.test.mjs"]);
  expect(ran.code).toBe(0);
  expect(ran.log).toContain("run 0.1 1 timeout sample.test.mjs:7:9\n");
});

test.each(["forks", "threads"])("vitest: of its %s one is scheduled", async (pool) => {
  const vitest = `${programs}/../../../../node_modules/vitest/vitest.mjs`;
  const ran = await controlled([
    "node",
    vitest,
    "run",
    "--config",
    "sample.vitest.config.mjs",
    "--root",
    ".",
    "--pool",
    pool,
  ]);
  expect(ran.output + ran.errors).toMatch(/1 passed/);
  expect(ran.code).toBe(0);
  expect(ran.log).toMatch(/run \S+ 1 fs\.open sample\.vitest\.mjs:8:/);
  expect(ran.log).toMatch(/run \S+ 1 timeout sample\.vitest\.mjs:13:/);
});
