/** `mocha --require THIS`: chooses, orders and reports the tests of every run of Mocha in this process. */
import { resolve } from "node:path";
import type { TestName } from "../../protocol/suite.ts";
import { chosenTests, TestNames } from "../node/chosen-tests.ts";
import { errorText } from "../node/error-text.ts";
import { leakWatcher } from "../node/leak/watcher.ts";
import { readPlan, reportEvent } from "../node/plan.ts";
import { firstPlace, sortByPlace } from "../node/select-tests.ts";
import { type Hook, type Mocha, namesOf, type Runner, type Suite, type Test, testsIn } from "./objects.ts";

const plan = readPlan()!;
const chosen = chosenTests(plan);
const leftOut = new Set(plan.leftOut);

const { prototype } = loadedMocha();
for (const load of ["loadFiles", "loadFilesAsync"] as const) {
  const own = prototype[load];
  prototype[load] = function (this: Mocha, ...words: unknown[]) {
    if (chosen) this.files = wantedFiles(this.files.map((file) => resolve(file)));
    return own.apply(this, words);
  };
}
const ownRun = prototype.run;
prototype.run = function (this: Mocha, ...words: unknown[]) {
  const names = nameTests(this.suite);
  if (chosen) select(this.suite, (test) => chosen.placeOf(names.get(test)!));
  const runner = ownRun.apply(this, words) as Runner;
  reportTests(runner, names);
  return runner;
};

/** The Mocha that requires this file. */
function loadedMocha(): { readonly prototype: Mocha } {
  const path = Object.keys(require.cache).find((file) => /[\\/]mocha[\\/]lib[\\/]mocha\.c?js$/.test(file));
  return require(path!);
}

/** Files without tests of their own, such as those of `--file`, are loaded first, as always. */
function wantedFiles(files: readonly string[]): string[] {
  const withTests = new Set(chosen!.orderFiles(files, (file) => file));
  const others = files.filter((file) => !withTests.has(file) && !leftOut.has(file));
  return [...others, ...withTests];
}

function nameTests(root: Suite): Map<Test, TestName> {
  const counted = new TestNames();
  return new Map(testsIn(root).map((test) => [test, counted.name(resolve(test.file ?? ""), namesOf(test))]));
}

/** Mocha runs the tests of a suite before the suites in it, whatever the order of the plan. */
function select(suite: Suite, placeOf: (test: Test) => number): void {
  const tree = {
    children: (node: Suite | Test) => ("tests" in node ? [...node.tests, ...node.suites] : undefined),
    placeOf,
  };
  const place = (node: Suite | Test) => firstPlace(node, tree as Parameters<typeof firstPlace<Suite | Test>>[1]);
  const isWanted = (node: Suite | Test) => Number.isFinite(place(node));
  suite.tests = suite.tests.filter(isWanted);
  suite.suites = suite.suites.filter(isWanted);
  sortByPlace(suite.tests, place);
  sortByPlace(suite.suites, place);
  for (const each of suite.suites) select(each, placeOf);
}

function reportTests(runner: Runner, names: ReadonlyMap<Test, TestName>): void {
  const end = (
    test: Test,
    how: { readonly outcome: "passed" | "skipped" } | { readonly outcome: "failed"; readonly error: string },
  ) => {
    const name = names.get(test);
    if (name) reportEvent(plan, { event: "ended", ...name, ...how, ...now() });
  };
  runner.on("test", (test) => {
    const name = names.get(test);
    if (!name) return;
    reportEvent(plan, { event: "began", ...name, ...now() });
    leakWatcher()?.beforeTest(name);
  });
  runner.on("pass", (test) => end(test, { outcome: "passed" }));
  runner.on("pending", (test) => end(test, { outcome: "skipped" }));
  runner.on("fail", (failed, error) => {
    for (const test of testsOf(failed)) end(test, { outcome: "failed", error: errorText(error) });
  });
}

/** A hook fails for the test around which it runs, or for all tests of its suite. */
function testsOf(failed: Test | Hook): readonly Test[] {
  if (failed.type !== "hook") return [failed as Test];
  const { title, parent, ctx } = failed as Hook;
  const current = ctx?.currentTest;
  return current && /^"(?:before|after) each"/.test(title) ? [current] : testsIn(parent);
}

function now() {
  return { process: process.pid, at: Date.now() };
}
