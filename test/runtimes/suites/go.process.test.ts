import { describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../../tiers/skipped-because.ts";
import { Project } from "./planned-run.ts";

const go = ["go", "test", "./..."];

const project = () =>
  new Project({
    "go.mod": "module example.com/p\n\ngo 1.19\n",
    "a/a_test.go": `package a
import ("fmt"; "testing")
var leak = false
func TestOne(t *testing.T) { leak = true; t.Log("hello"); fmt.Print("no line") }
func TestGroup(t *testing.T) {
	t.Run("first one", func(t *testing.T) {})
	t.Run("victim", func(t *testing.T) { if leak { t.Fatal("leak is set") } })
	t.Run("skipped", func(t *testing.T) { t.Skip() })
}
func TestLast(t *testing.T) {}
`,
    "b/b_test.go": `package b
import "testing"
func TestFirst(t *testing.T) { t.Parallel() }
func TestPanics(t *testing.T) { var m map[string]int; m["a"] = 1 }
`,
  });

describe("go test", skippedBecause(missing("go")), () => {
  test("reports every test that runs, subtests for themselves, and the error of one that fails", () => {
    const { tests, report, output, status } = project().run(go);
    // Packages run at the same time.
    expect(tests.toSorted()).toEqual([
      "a > TestGroup > first_one: passed",
      "a > TestGroup > victim: failed",
      "a > TestLast: passed",
      "a > TestOne: passed",
      "b > TestPanics: failed",
    ]);
    const errors = report.tests.map(({ error }) => error).filter((error) => error !== undefined);
    expect(errors.toSorted()).toEqual([
      expect.stringMatching(/^--- FAIL: TestGroup\/victim\n\s+a_test\.go:7: leak is set$/),
      expect.stringMatching(/^panic: assignment to entry in nil map.*\n\ngoroutine .*b_test\.go:4/s),
    ]);
    expect(report.runners).toMatchObject([{ runner: "go", argv: ["go", "test", "./..."] }]);
    expect(output).toContain("--- FAIL: TestGroup/victim");
    expect(output).not.toContain("=== RUN");
    expect(status).toBe(1);
  });

  test("runs the tests of a plan one at a time, in the order of the source, and no others", () => {
    const tests = ["a > TestGroup > victim", "a > TestLast", "b > TestFirst"];
    const { tests: seen, report } = project().run([...go, "-run=Nothing", "-failfast"], { tests });
    expect(seen).toEqual(tests.map((each) => `${each}: passed`));
    expect(report.isParallel).toBe(false);
  });

  test("the user's own program starts the tests, tests do not see how they were started, and a seed makes the order", () => {
    const files = project();
    files.write("own.sh", '#!/bin/sh\necho "own program: $1"\nexec "$@"\n');
    files.write(
      "b/b_test.go",
      `package b
import ("os"; "testing")
func TestA(t *testing.T) { if os.Getenv("GOFLAGS") != "-exec=" + os.Getenv("OWN") { t.Error(os.Getenv("GOFLAGS")) } }
func TestB(t *testing.T) { if os.Getenv("CULPRIT_SUITE_NODE") != "" { t.Error("seen") } }
func TestC(t *testing.T) {}
`,
    );
    const own = `${files.path}/own.sh`;
    const words = ["sh", "-c", `chmod +x ${own}; OWN=${own} go test -v ./b`];
    const run = () => files.run(words, { seed: "4" }, { GOFLAGS: `-exec=${own}` });
    const { tests, report, output } = run();
    expect(tests.toSorted()).toEqual(["b > TestA: passed", "b > TestB: passed", "b > TestC: passed"]);
    expect(output).toMatch(/own program: .*b\.test/);
    expect(report.runners[0]!.seed).toEqual(["-shuffle=4"]);
    expect(run().tests).toEqual(tests);
  });
});
