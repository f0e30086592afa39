import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { SuiteTest } from "../../../src/suites/suite-test.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const mochaProgram = join(root, "node_modules/mocha/bin/mocha.js");

const suite = `
describe("a cart", () => {
  it("is empty", () => {});
  it("is full", () => { throw new Error("no"); });
  it("is planned");
  it.skip("is skipped", () => {});
});
describe("hooks", () => {
  describe("before each", () => { beforeEach(() => { throw new Error("no"); }); it("first", () => {}); it("second", () => {}); });
  describe("before all", () => { before(() => { throw new Error("no"); }); it("one", () => {}); it("two", () => {}); });
  describe("after each", () => { afterEach(() => { throw new Error("no"); }); it("last", () => {}); });
});
describe("a process", () => { it("ends", () => process.exit(3)); });
`;

/** How the tests come out by the report of a real Mocha, from what was built: a part of it is loaded by Mocha. */
async function outcomesWith(words: readonly string[]) {
  const { mocha } = await import(join(root, "dist/src/suites/commands/mocha.js"));
  const cwd = temporaryFolder("mocha");
  writeFileSync(join(cwd, "a.js"), suite);
  const command = { runner: "mocha", start: [process.execPath, mochaProgram], args: ["a.js", ...words] };
  const { start, args } = mocha.reporting(command, join(cwd, "report"));
  spawnSync(start[0], [...start.slice(1), ...args], { cwd });
  const report = readFileSync(join(cwd, "report"), "utf8");
  const tests: readonly SuiteTest[] = mocha.readReport({ report, printed: "", cwd });
  expect(tests).toHaveLength(10);
  expect(tests[0]).toMatchObject({ id: "a.js > a cart is empty", file: join(cwd, "a.js"), name: "a cart is empty" });
  return Object.fromEntries(
    tests.filter(({ outcome }) => outcome !== "not run").map((each) => [each.name, each.outcome]),
  );
}

test("Mocha's tests are reported with those that were not run, and a hook fails for its tests", async () => {
  expect(await outcomesWith(["--grep", "process", "--invert"])).toEqual({
    "a cart is empty": "passed",
    "a cart is full": "failed",
    "hooks before each first": "failed",
    "hooks before all one": "failed",
    "hooks before all two": "failed",
    "hooks after each last": "failed",
  });
});

test("Mocha's tests are reported if one ends the process", async () => {
  expect(await outcomesWith(["--reporter", "dot", "--grep", "a cart is empty|ends"])).toEqual({
    "a cart is empty": "passed",
  });
});
