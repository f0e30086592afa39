import { describe, expect, test } from "vitest";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { noPytest, pytest } from "../../tools/pytest.ts";
import { Project } from "./planned-run.ts";

const project = () =>
  new Project({
    "tests/test_a.py": `
import os, pytest
class TestA:
    def test_one(self): os.environ['LEAK'] = '1'
    @pytest.mark.parametrize('x', ['a::b', 'c'])
    def test_two(self, x): pass
def test_top(): pass
`,
    "tests/test_b.py": `
import os, pytest
def test_victim(): assert 'LEAK' not in os.environ
def test_skipped(): pytest.skip('not now')
`,
  });

describe("pytest", skippedBecause(noPytest), () => {
  test("reports every test that runs, in order, and the error of one that fails", () => {
    const { tests, report } = project().run([...pytest, "-q"]);
    expect(tests).toEqual([
      "tests/test_a.py > TestA > test_one: passed",
      "tests/test_a.py > TestA > test_two[a::b]: passed",
      "tests/test_a.py > TestA > test_two[c]: passed",
      "tests/test_a.py > test_top: passed",
      "tests/test_b.py > test_victim: failed",
    ]);
    expect(report.tests.at(-1)!.error).toMatch(/^Traceback.*test_b\.py", line 3, in test_victim\n.*AssertionError/s);
    expect(report.runners).toMatchObject([{ runner: "pytest", argv: [expect.any(String), "-m", "pytest", "-q"] }]);
  });

  test("runs the tests of a plan in its order, also between files, and no others", () => {
    const tests = [
      "tests/test_b.py > test_victim",
      "tests/test_a.py > TestA > test_two[a::b]",
      "tests/test_b.py > test_skipped",
      "tests/test_a.py > TestA > test_one",
    ];
    const seen = project().run([...pytest, "-k", "nothing", "--lf"], { tests }).tests;
    expect(seen).toEqual([0, 1, 3].map((i) => `${tests[i]}: passed`));
  });

  test("loads no file that is left out, and runs on after a test that fails", () => {
    const files = project();
    files.write("tests/test_a.py", "import os\nos.environ['LEAK'] = '1'\ndef test_one(): assert False\n");
    const one = "tests/test_a.py > test_one";
    const victim = "tests/test_b.py > test_victim";
    expect(files.run(pytest, { tests: [victim], leftOut: ["tests/test_a.py"] }).tests).toEqual([`${victim}: passed`]);
    expect(files.run([...pytest, "-x"], { tests: [one, victim] }).tests).toEqual([
      `${one}: failed`,
      `${victim}: failed`,
    ]);
    expect(files.run(pytest, { tests: ["tests/test_a.py", victim] }).tests).toEqual([`${victim}: failed`]);
  });

  test("a file that cannot be loaded is a test that failed", () => {
    const files = project();
    files.write("tests/test_a.py", "import nothing_of_this_name\n");
    expect(files.run(pytest).tests).toContain("tests/test_a.py: failed");
  });

  test("tests do not see how pytest was taken over", () => {
    const files = project();
    files.write(
      "tests/test_b.py",
      "import os, sys\ndef test_env():\n    assert 'PYTHONPATH' not in os.environ\n    assert not any('suites' in path for path in sys.path)\n",
    );
    expect(files.run(pytest).tests).toContain("tests/test_b.py > test_env: passed");
  });

  test("a command that sets PYTHONPATH works as always, and is followed if it keeps what is there", () => {
    const run = (path: string) => project().run(["sh", "-c", `PYTHONPATH=${path} ${pytest.join(" ")}`]);
    expect(run("src")).toMatchObject({ tests: [], output: expect.stringContaining("1 failed, 4 passed, 1 skipped") });
    expect(run("src:$PYTHONPATH").tests).toHaveLength(5);
  });
});
