import { expect, test } from "vitest";
import { Project } from "./planned-run.ts";

const node = [process.execPath, "--test"];

const project = () =>
  new Project({
    "a.test.cjs": `
      const { test, describe, it } = require("node:test");
      describe("g", () => { it("one", () => {}); describe("h", () => it("two", () => {})); });
      test("outer", async (t) => { await t.test("inner", () => {}); });`,
    "b.test.cjs": `
      const { test } = require("node:test");
      test("sets", () => void (globalThis.leak = 1));
      test("victim", () => { if (globalThis.leak) throw new TypeError("leak is set"); });
      test("left out", { skip: true }, () => {});`,
  });

test("node --test reports every test that runs, in order, and the error of one that fails", () => {
  const { tests, report, output, status } = project().run(node);
  expect(tests).toEqual([
    "a.test.cjs > g > one: passed",
    "a.test.cjs > g > h > two: passed",
    "a.test.cjs > outer: passed",
    "b.test.cjs > sets: passed",
    "b.test.cjs > victim: failed",
  ]);
  expect(report.tests.at(-1)!.error).toMatch(/^TypeError: leak is set\n\s+at .*b\.test\.cjs:4/);
  expect(report.runners).toMatchObject([{ runner: "node:test", argv: ["--test"] }]);
  expect(output).toContain("leak is set");
  expect(status).toBe(1);
});

test("node --test runs the tests of a plan, file after file, and no others", () => {
  const tests = ["b.test.cjs > victim", "a.test.cjs > g > h > two"];
  expect(project().run(node, { tests }).tests).toEqual(tests.map((each) => `${each}: passed`));
  const both = ["b.test.cjs > sets", "b.test.cjs > victim"];
  expect(project().run(node, { tests: both }).tests).toEqual([`${both[0]}: passed`, `${both[1]}: failed`]);
});

test("reporters and patterns of the user do not stand in the way", () => {
  const words = [...node, "--test-reporter=tap", "--test-name-pattern=victim"];
  expect(project().run(words, { tests: ["b.test.cjs > sets"] }).tests).toEqual(["b.test.cjs > sets: passed"]);
  expect(project().run(words).tests).toContain("b.test.cjs > victim: passed");
});

test("a file that cannot be loaded is a test that failed", () => {
  const files = project();
  files.write("b.test.cjs", "throw new Error('broken');");
  expect(files.run(node).tests).toContain("b.test.cjs: failed");
});

test("a hook of node:test that fails is a failure of all tests of its group", () => {
  const files = project();
  files.write(
    "b.test.cjs",
    `const { describe, it, before, after } = require("node:test");
     describe("first", () => { before(() => { throw new RangeError("no start"); }); it("x", () => {}); });
     describe("last", () => { after(() => { throw new RangeError("no end"); }); it("x", () => {}); it.skip("y", () => {}); });`,
  );
  const { tests, report } = files.run([...node, "b.test.cjs"]);
  expect(tests).toEqual(["b.test.cjs > first > x: failed", "b.test.cjs > last > x: failed"]);
  expect(report.tests.map(({ error }) => error!.split("\n")[0])).toEqual([
    "RangeError: no start",
    "RangeError: no end",
  ]);
});
