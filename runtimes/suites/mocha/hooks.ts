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
const loaded = new WeakSet<Mocha>();
for (const load of ["loadFiles", "loadFilesAsync"] as const) {
  const own = prototype[load];
  prototype[load] = function (this: Mocha, ...words: unknown[]) {
    loaded.add(this);
    if (chosen) this.files = wantedFiles(this.files.map((file) => resolve(file)));
    return reportingFile(this.suite, () => own.apply(this, words));
  };
}
const ownRun = prototype.run;
prototype.run = function (this: Mocha, ...words: unknown[]) {
  loadFilesNow(this);
  const names = nameTests(this.suite);
  if (chosen) select(this.suite, (test) => chosen.placeOf(names.get(test)!));
  const runner = ownRun.apply(this, words) as Runner;
  reportTests(runner, names);
  return runner;
};

/** Before version 6, and if a program uses Mocha, it loads its files only when it runs. In parallel mode, others load them. */
function loadFilesNow(mocha: Mocha): void {
  if (loaded.has(mocha) || mocha.files.length === 0 || mocha._lazyLoadFiles || mocha.lazyLoadFiles === true) return;
  mocha.loadFiles();
  mocha.loadFiles = () => {};
}

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

/** A file that cannot be loaded is a test that failed. */
function reportingFile(suite: Suite, load: () => unknown): unknown {
  let loading: string | undefined;
  suite.on("pre-require", (_, file) => {
    loading = resolve(file);
  });
  const fail = (error: unknown): never => {
    const name = { file: loading ?? "", names: [] };
    if (loading !== undefined)
      reportEvent(plan, { event: "ended", ...name, outcome: "failed", error: errorText(error), ...now() });
    throw error;
  };
  try {
    const loaded = load();
    return loaded instanceof Promise ? loaded.catch(fail) : loaded;
  } catch (error) {
    return fail(error);
  }
}

function nameTests(root: Suite): Map<Test, TestName> {
  const counted = new TestNames();
  return new Map(testsIn(root).map((test) => [test, counted.name(resolve(test.file ?? ""), namesOf(test))]));
}

/** Mocha runs the tests of a suite before the suites in it, whatever the order of the plan. */
function select(suite: Suite, placeOf: (test: Test) => number): void {
  // A test that fails before the last one must not end the run.
  suite._bail = false;
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
    const name = nameOf(test, names);
    if (name) reportEvent(plan, { event: "ended", ...name, ...how, ...now() });
  };
  runner.on("test", (test) => {
    const name = nameOf(test, names);
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

/** A test that is run again is a copy of the first one. */
function nameOf(test: Test, names: ReadonlyMap<Test, TestName>): TestName | undefined {
  return names.get(test) ?? (test._retriedTest && nameOf(test._retriedTest, names));
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
