import { describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../../tiers/skipped-because.ts";
import { noPytest, pytest } from "../../tools/pytest.ts";
import { Project } from "./planned-run.ts";

const unittest = ["python3", "-m", "unittest"];

const project = () =>
  new Project({
    "tests/__init__.py": "",
    "tests/test_a.py": `
import os, unittest
class TestA(unittest.TestCase):
    def test_one(self): os.environ['LEAK'] = '1'
    def test_parts(self):
        for i in range(3):
            with self.subTest(i=i): self.assertNotEqual(i, 1)
class TestAsync(unittest.IsolatedAsyncioTestCase):
    async def test_await(self): pass
class TestSetUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise ValueError('no class')
    def test_it(self): pass
`,
    "tests/test_b.py": `
import os, unittest
class TestB(unittest.TestCase):
    def test_victim(self): self.assertNotIn('LEAK', os.environ)
    @unittest.skip('not now')
    def test_skipped(self): pass
`,
  });

describe("unittest", skippedBecause(missing("python3")), () => {
  test("reports every test that runs, in order, and the error of one that fails", () => {
    const { tests, report } = project().run([...unittest, "-q"]);
    expect(tests).toEqual([
      "tests/test_a.py > TestA > test_one: passed",
      "tests/test_a.py > TestA > test_parts: failed",
      "tests/test_a.py > TestAsync > test_await: passed",
      "tests/test_a.py > TestSetUp > test_it: failed",
      "tests/test_b.py > TestB > test_victim: failed",
    ]);
    expect(report.tests.at(-1)!.error).toMatch(
      /^Traceback.*\n.*test_b\.py", line 4, in test_victim\n.*AssertionError/s,
    );
    expect(report.tests[3]!.error).toContain("ValueError: no class");
    expect(report.runners).toMatchObject([{ runner: "unittest", argv: [expect.any(String), "-m", "unittest", "-q"] }]);
  });

  test("runs the tests of a plan in its order, also between files, and no others", () => {
    const tests = [
      "tests/test_b.py > TestB > test_victim",
      "tests/test_a.py > TestAsync > test_await",
      "tests/test_a.py > TestA > test_one",
      "tests/test_b.py > TestB > test_victim",
    ];
    const chosen = tests.slice(0, 3);
    expect(project().run(unittest, { tests: chosen }).tests).toEqual(chosen.map((each) => `${each}: passed`));
    const files = project();
    files.write(
      "run.py",
      "import unittest\nunittest.TextTestRunner(failfast=True).run(unittest.defaultTestLoader.discover('tests', top_level_dir='.'))\n",
    );
    const { tests: seen } = files.run(["python3", "run.py"], { tests: tests.slice(2) });
    expect(seen).toEqual([`${tests[2]}: passed`, `${tests[3]}: failed`]);
  });

  test("loads no file that is left out, and a file that cannot be loaded is a test that failed", () => {
    const files = project();
    files.write("tests/test_a.py", "import os\nos.environ['LEAK'] = '1'\n");
    const victim = "tests/test_b.py > TestB > test_victim";
    const leftOut = ["tests/test_a.py"];
    expect(files.run(unittest, { tests: [victim], leftOut }).tests).toEqual([`${victim}: passed`]);
    expect(files.run([...unittest, "tests.test_a", "tests.test_b"], { tests: [victim], leftOut }).tests).toEqual([
      `${victim}: passed`,
    ]);
    expect(files.run(unittest, { tests: ["tests/test_a.py", victim] }).tests).toEqual([`${victim}: failed`]);
    files.write("tests/test_a.py", "import nothing_of_this_name\n");
    expect(files.run(unittest, { tests: [victim] }).tests).toEqual(["tests/test_a.py: failed", `${victim}: passed`]);
  });

  test("tests do not see how unittest was taken over, and programs that run none are left alone", () => {
    const files = project();
    const check = "assert not any('suites' in path for path in sys.path)";
    files.write(
      "tests/test_b.py",
      `import os, sys, unittest\nclass TestB(unittest.TestCase):\n    def test_env(self):\n        assert 'PYTHONPATH' not in os.environ\n        ${check}\n`,
    );
    expect(files.run(unittest).tests).toContain("tests/test_b.py > TestB > test_env: passed");
    files.write("sitecustomize.py", "print('the own one')\n");
    const program = "import sys, unittest.mock; print(type(sys.modules['unittest.main'].__loader__).__name__)";
    const { output, report } = files.run(["python3", "-c", program], {}, { PYTHONPATH: files.path });
    expect(output).toBe("the own one\nSourceFileLoader\n");
    expect(report.runners).toEqual([]);
  });

  test("tells what a test leaves behind, and which line did it", () => {
    const tests = ["tests/test_a.py > TestA > test_one", "tests/test_b.py > TestB > test_victim"];
    const { leak, tests: outcomes } = project().run(unittest, { tests, leak: {} });
    const found = leak!.differences.find(({ name }) => name === "os.environ['LEAK']")!;
    expect(found.new).toBe("'1'");
    expect(outcomes.at(-1)).toMatch(/failed$/);
    const files = project();
    const { key } = found;
    expect(files.lines(files.run(unittest, { tests, leak: { watch: key } }).leak)).toEqual(["tests/test_a.py:4"]);
    expect(files.run(unittest, { tests, leak: { takeBack: [key] } }).tests.at(-1)).toMatch(/passed$/);
  });

  test("classes of unittest that pytest runs are pytest's tests", skippedBecause(noPytest), () => {
    const { tests, report } = project().run(pytest, { tests: ["tests/test_b.py > TestB > test_victim"] });
    expect(tests).toEqual(["tests/test_b.py > TestB > test_victim: passed"]);
    expect(report.runners).toMatchObject([{ runner: "pytest" }]);
  });
});
