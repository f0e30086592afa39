/**
 * `mocha --reporter THIS` writes how each test came out to the file that a variable of the environment names. Mocha has a JSON reporter,
 * but that leaves out the tests that were not run, and in older versions the files and the choice of an output file.
 */
const { writeFileSync } = require("node:fs") as typeof import("node:fs");

export interface ReportedTest {
  readonly file: string;
  /** With the names of the groups that it is in. */
  readonly name: string;
  readonly outcome: "passed" | "failed" | "not run";
}

module.exports = class Reporter {
  constructor(runner: Runner) {
    const tests = testsIn(runner.suite);
    const outcomes = new Map<Test, ReportedTest["outcome"]>(tests.map((test) => [test, "not run"]));
    runner.on("pass", (test) => outcomes.set(test, "passed"));
    runner.on("fail", (failed) => {
      for (const test of testsOf(failed, runner)) outcomes.set(test, "failed");
    });
    const write = () => writeReport(outcomes);
    runner.on("end", write);
    // A test may end the process before that.
    process.on("exit", write);
  }
};

/** What is used of Mocha's objects. */
interface Test {
  readonly type: string;
  readonly title: string;
  readonly file?: string;
  readonly fullTitle: () => string;
}

interface Suite {
  readonly tests: readonly Test[];
  readonly suites: readonly Suite[];
}

interface Hook extends Test {
  readonly parent: Suite;
  readonly ctx?: { readonly currentTest?: Test };
}

interface Runner {
  readonly suite: Suite;
  /** Which tests `--grep` selects, and whether `--invert` means the others. */
  readonly _grep: RegExp;
  readonly _invert: boolean;
  readonly on: (event: "pass" | "fail" | "end", listener: (test: Test) => void) => void;
}

function testsIn({ tests, suites }: Suite): readonly Test[] {
  return [...tests, ...suites.flatMap(testsIn)];
}

/** A hook fails for the test around which it runs, or for all selected ones of its suite. */
function testsOf(failed: Test, { _grep: pattern, _invert: invert }: Runner): readonly Test[] {
  if (failed.type !== "hook") return [failed];
  const { title, parent, ctx } = failed as Hook;
  const current = ctx?.currentTest;
  if (current && /^"(?:before|after) each"/.test(title)) return [current];
  return testsIn(parent).filter((test) => pattern.test(test.fullTitle()) !== invert);
}

function writeReport(outcomes: ReadonlyMap<Test, ReportedTest["outcome"]>): void {
  const tests = [...outcomes].map(
    ([test, outcome]): ReportedTest => ({ file: test.file ?? "", name: test.fullTitle(), outcome }),
  );
  writeFileSync(process.env.CULPRIT_MOCHA_REPORT!, JSON.stringify(tests));
}
