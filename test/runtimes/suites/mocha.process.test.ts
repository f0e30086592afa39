import { expect, test } from "vitest";
import { installed, Project } from "./planned-run.ts";

const mocha = [...installed("mocha/bin/mocha.js"), "*.cjs"];

const project = () =>
  new Project({
    "a.cjs": `
      describe("g", () => {
        it("one", () => void (globalThis.leak = 1));
        describe("h", () => it("two", () => {}));
      });
      it("top", () => {});`,
    "b.cjs": `
      it("victim", () => { if (globalThis.leak) throw new TypeError("leak is set"); });
      it("victim", () => {});
      it.skip("left out", () => {});`,
  });

test("Mocha reports every test that runs, in order, and the error of one that fails", () => {
  const { tests, report } = project().run(mocha);
  expect(tests).toEqual([
    "a.cjs > top: passed",
    "b.cjs > victim: passed",
    "b.cjs > victim#2: passed",
    "a.cjs > g > one: passed",
    "a.cjs > g > h > two: passed",
  ]);
  expect(report.runners).toMatchObject([{ runner: "mocha" }]);
});

test("Mocha runs the tests of a plan in its order, and no others", () => {
  const files = project();
  const tests = ["b.cjs > victim#2", "b.cjs > victim", "a.cjs > g > h > two"];
  expect(files.run(mocha, { tests, leftOut: [] }).tests).toEqual(tests.map((each) => `${each}: passed`));
  files.write(
    "b.cjs",
    `describe("b", () => it("victim", () => { if (globalThis.leak) throw new TypeError("leak is set"); }));`,
  );
  const { report, tests: seen } = files.run(mocha, { tests: ["a.cjs > g > one", "b.cjs > b > victim"] });
  expect(seen).toEqual(["a.cjs > g > one: passed", "b.cjs > b > victim: failed"]);
  expect(report.tests[1]!.error).toMatch(/^TypeError: leak is set\n\s+at .*b\.cjs:1/);
});

test("files without tests are loaded whatever the plan, others only for their tests", () => {
  const files = project();
  files.write("setup.cjs", "globalThis.leak = 1;");
  const { tests } = files.run([...mocha, "--file", "setup.cjs"], { tests: ["b.cjs > victim"], leftOut: ["a.cjs"] });
  expect(tests).toEqual(["b.cjs > victim: failed"]);
  files.write("a.cjs", "globalThis.leak = 1; it('one', () => {});");
  expect(files.run(mocha, { tests: ["b.cjs > victim"], leftOut: ["a.cjs", "setup.cjs"] }).tests).toEqual([
    "b.cjs > victim: passed",
  ]);
  expect(files.run(mocha, { tests: ["a.cjs", "b.cjs > victim"], leftOut: ["setup.cjs"] }).tests).toEqual([
    "b.cjs > victim: failed",
  ]);
});

test("in parallel mode Mocha's own processes report the tests", () => {
  const { tests } = project().run([...mocha, "--parallel", "--jobs", "2"]);
  expect(tests.toSorted()).toEqual([
    "a.cjs > g > h > two: passed",
    "a.cjs > g > one: passed",
    "a.cjs > top: passed",
    "b.cjs > victim#2: passed",
    "b.cjs > victim: passed",
  ]);
});

test("a hook that fails is a failure of its test", () => {
  const files = project();
  files.write("b.cjs", `beforeEach(() => { throw new Error("no"); }); it("victim", () => {});`);
  expect(files.run(mocha).tests).toContain("a.cjs > top: failed");
});

test("a test of Mocha that is run again counts once, and a file that cannot be loaded is a test that failed", () => {
  const files = project();
  files.write(
    "b.cjs",
    `let runs = 0; it("again", function () { this.retries(2); if (++runs < 2) throw new Error("first"); });`,
  );
  expect(files.run(mocha).tests).toContain("b.cjs > again: passed");
  files.write("b.cjs", "throw new RangeError('broken');");
  const { tests, report } = files.run(mocha, { tests: ["a.cjs > top", "b.cjs"] });
  expect(tests).toEqual(["b.cjs: failed"]);
  expect(report.tests[0]!.error).toMatch(/^RangeError: broken\n/);
});

test("before version 6, Mocha starts another process, which loads its files only when it runs", () => {
  const files = project();
  const real = installed("mocha/lib/mocha.cjs").at(-1);
  files.write("node_modules/mocha/package.json", `{ "name": "mocha", "version": "5.2.0" }`);
  files.write(
    "node_modules/mocha/bin/mocha",
    `require("child_process").spawnSync(process.execPath, [__dirname + "/_mocha", ...process.argv.slice(2)], { stdio: "inherit" });`,
  );
  files.write(
    "node_modules/mocha/bin/_mocha",
    `const Mocha = require(${JSON.stringify(real)});
    const mocha = new Mocha();
    const words = process.argv.slice(2);
    for (const [i, word] of words.entries())
      if (word === "--require") require(words[i + 1]);
      else if (word.endsWith(".cjs")) mocha.addFile(word);
      else if (word.startsWith("--")) throw new Error("unknown option " + word);
    mocha.run();`,
  );
  const old = [process.execPath, "node_modules/mocha/bin/mocha", "a.cjs", "b.cjs"];
  const { tests, report } = files.run(old);
  expect(tests).toHaveLength(5);
  expect(report.runners).toMatchObject([{ runner: "mocha" }]);
  const chosen = ["b.cjs > victim", "a.cjs > g > one"];
  expect(files.run(old, { tests: chosen }).tests).toEqual(chosen.map((each) => `${each}: passed`));
});
