import { describe, expect, test } from "vitest";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { jest, noJest } from "../../tools/jest.ts";
import { Project } from "./planned-run.ts";

const project = () =>
  new Project({
    "jest.config.js": "module.exports = { transform: {} };",
    "a.test.js": `
      const { appendFileSync } = require("node:fs");
      describe("g", () => {
        test("one", () => appendFileSync(__dirname + "/leak", ""));
        describe("h", () => test("two", () => {}));
      });
      test("twice", () => {});
      test("twice", () => {});`,
    "b.test.js": `
      const { existsSync } = require("node:fs");
      test("victim", () => { if (existsSync(__dirname + "/leak")) throw new TypeError("leak is set"); });
      test.skip("left out", () => {});`,
  });

describe("Jest", skippedBecause(noJest), () => {
  test("reports every test that runs, and the error of one that fails", () => {
    const { tests, report } = project().run([...jest, "--runInBand"]);
    const isFirst = tests.indexOf("b.test.js > victim: passed") === 0;
    expect(tests.toSorted()).toEqual([
      "a.test.js > g > h > two: passed",
      "a.test.js > g > one: passed",
      "a.test.js > twice#2: passed",
      "a.test.js > twice: passed",
      `b.test.js > victim: ${isFirst ? "passed" : "failed"}`,
    ]);
    expect(report.runners).toMatchObject([
      { runner: "jest", argv: [expect.stringMatching(/jest\.js$/), "--runInBand"] },
    ]);
  });

  test("runs the tests of a plan in its order, and no others", () => {
    const words = [...jest, "--maxWorkers", "2", "--bail", "--", "test"];
    const tests = ["b.test.js > victim", "a.test.js > twice#2", "a.test.js > g > h > two", "a.test.js > g > one"];
    expect(project().run(words, { tests }).tests).toEqual(tests.map((each) => `${each}: passed`));
    const { tests: seen, report } = project().run(words, { tests: ["a.test.js > g > one", "b.test.js > victim"] });
    expect(seen).toEqual(["a.test.js > g > one: passed", "b.test.js > victim: failed"]);
    expect(report.tests[1]!.error).toMatch(/^TypeError: leak is set\n\s+at .*b\.test\.js:3/);
  });

  test("a file can be loaded without its tests, and one that cannot be loaded is a test that failed", () => {
    const files = project();
    files.write("a.test.js", `require("node:fs").appendFileSync(__dirname + "/leak", ""); test("one", () => {});`);
    expect(files.run(jest, { tests: ["a.test.js", "b.test.js > victim"] }).tests).toEqual([
      "b.test.js > victim: failed",
    ]);
    files.write("b.test.js", "throw new Error('broken');");
    expect(files.run(jest, { tests: ["b.test.js > victim"] }).tests).toEqual(["b.test.js: failed"]);
  });

  test("hooks that fail are failures of their tests, one that is run again counts once, concurrent tests can be alone", () => {
    const files = project();
    files.write(
      "b.test.js",
      `jest.retryTimes(1);
       let runs = 0;
       test("again", () => { if (++runs === 1) throw new Error("first"); });
       describe("before", () => { beforeAll(() => { throw new Error("no"); }); test("x", () => {}); });
       describe("after", () => { afterAll(() => { throw new Error("no"); }); test("x", () => {}); test.skip("y", () => {}); });
       const wait = () => new Promise((resolve) => setTimeout(resolve, 20));
       test.concurrent("c", wait);
       test.concurrent("d", wait);`,
    );
    const { tests, report } = files.run([...jest, "b.test"]);
    expect(tests.toSorted()).toEqual([
      "b.test.js > after > x: failed",
      "b.test.js > again: passed",
      "b.test.js > before > x: failed",
      "b.test.js > c: passed",
      "b.test.js > d: passed",
    ]);
    expect(report.isParallel).toBe(true);
    expect(files.run(jest, { tests: ["b.test.js > d", "b.test.js > c"] })).toMatchObject({
      tests: ["b.test.js > d: passed", "b.test.js > c: passed"],
      report: { isParallel: false },
    });
  });

  test("each project keeps its own test runner, and tests do not see how Jest was taken over", () => {
    const files = project();
    const circus = jest[1]!.replace(/jest\/bin\/jest\.js$/, "jest-circus/build/runner.js");
    files.write(
      "own.js",
      `const circus = require(${JSON.stringify(circus)});\nmodule.exports = (...words) => { words[2].global.own = 1; return (circus.default ?? circus)(...words); };`,
    );
    files.write(
      "jest.config.js",
      `module.exports = { projects: [
        { displayName: "a", transform: {}, testMatch: ["**/a.test.js"] },
        { displayName: "b", transform: {}, testMatch: ["**/b.test.js"], testRunner: "<rootDir>/own.js" }] };`,
    );
    files.write("a.test.js", `test("usual", () => expect(global.own).toBe(undefined));`);
    files.write(
      "b.test.js",
      `test("own", () => { expect(global.own).toBe(1); expect(process.env.NODE_OPTIONS).toBe(undefined); });`,
    );
    expect(files.run(jest).tests.toSorted()).toEqual(["a.test.js > usual: passed", "b.test.js > own: passed"]);
  });
});
